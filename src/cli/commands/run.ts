import { Command } from 'commander'
import { helpText } from '../help.js'
import type { RegisterCommand } from '../program.js'
import { run } from '../run.js'
import { parseSeconds } from './numbers.js'
import type { RunOptions } from '../run-request.js'

/** What each option means is said once, here, where `--help` takes it from. */
export const runCommand: RegisterCommand = (context, exit) =>
  new Command('run')
    .description('Ask a model and print its answer as it arrives.')
    .argument('[prompt...]', 'what to ask; without it, or with -, what is piped in')
    .option('--replay <file>', 'play back a recorded stream (.sse) instead of asking anybody')
    .option('--base-url <url>', 'the server to ask (default: OPENAI_BASE_URL)')
    .option('--model <name>', 'the model to ask (default: MILLRACE_MODEL, or gpt-5-mini)')
    .option('--instructions <text>', 'how the model should behave')
    .option('--schema <file>', 'ask for JSON of the JSON Schema in this file, and print that')
    .option('--no-strict-schema', 'send the schema as it is; the model then only tries to keep to it')
    .option('--json', 'print the events themselves, one a line, instead of the text')
    .option('--background', 'let the answer go on at the server when this command ends')
    .option('--no-stream', 'wait for the whole answer')
    .option('--strict', 'stop at the first breach of the protocol instead of repairing it')
    .option('--timeout <seconds>', 'give up after this long', parseSeconds)
    .option('--debug', 'print stack traces (also: MILLRACE_DEBUG=1)')
    .addHelpText('after', () => helpText(help, context.stdout))
    .action(async (words: string[], options: RunOptions) => exit(await run(words, options, context)))

const help = `
The text goes to stdout, everything else to stderr: reasoning, tool calls, a refusal, sources.
Without OPENAI_API_KEY and a base URL, a built-in demo server answers.

With --schema the answer is checked against it, shown as it grows on a terminal,
and one line of JSON in a pipe.

Exit codes: 0 completed (a refusal too), 1 failed, incomplete, cut off, or not the
JSON of --schema, 2 usage, 3 protocol violation, 130 interrupted.

Examples:
  $ millrace run "Why is the sky blue?"
  $ git diff | millrace run --instructions "Review this patch."
  $ millrace run --schema recipe.json "Apple pie" | jq .minutes
  $ millrace run --json "Hi" | jq -r .type`
