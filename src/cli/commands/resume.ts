import { Command } from 'commander'
import { helpText } from '../help.js'
import type { RegisterCommand } from '../program.js'
import { resume, type ResumeOptions } from '../resume.js'
import { parseSeconds, wholeNumber } from './numbers.js'

export const resumeCommand: RegisterCommand = (context, exit) =>
  new Command('resume')
    .description('Print a background response, also one that is still running.')
    .argument('<id>', 'of the response, as run --background prints it')
    .option('--after <number>', 'print only what comes after this event', wholeNumber(0))
    .option('--base-url <url>', 'the server that has it (default: OPENAI_BASE_URL)')
    .option('--schema <file>', 'print the JSON that was asked for, as run --schema does')
    .option('--no-strict-schema', 'as it was given to run')
    .option('--json', 'print the events themselves, one a line, instead of the text')
    .option('--strict', 'stop at the first breach of the protocol instead of repairing it')
    .option('--timeout <seconds>', 'give up after this long', parseSeconds)
    .option('--debug', 'print stack traces (also: MILLRACE_DEBUG=1)')
    .addHelpText('after', () => helpText(help, context.stdout))
    .action(async (id: string, options: ResumeOptions) => exit(await resume(id, options, context)))

const help = `
The response runs on when this command is interrupted. Exit codes as for run.

Examples:
  $ millrace resume resp_123
  $ millrace resume resp_123 --after 41`
