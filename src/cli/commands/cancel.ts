import { Command } from 'commander'
import { cancel, type CancelOptions } from '../cancel.js'
import { helpText } from '../help.js'
import type { RegisterCommand } from '../program.js'

export const cancelCommand: RegisterCommand = (context, exit) =>
  new Command('cancel')
    .description('Stop a background response.')
    .argument('<id>', 'of the response, as run --background prints it')
    .option('--base-url <url>', 'the server that has it (default: OPENAI_BASE_URL)')
    .option('--debug', 'print stack traces (also: MILLRACE_DEBUG=1)')
    .addHelpText('after', () => helpText(help, context.stdout))
    .action(async (id: string, options: CancelOptions) => exit(await cancel(id, options, context)))

const help = '\nExit codes: 0 cancelled, 1 failed or ended before, 2 usage, 130 interrupted.'
