import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { commands } from './commands.js'
import type { CliContext } from './context.js'
import { helpLayout } from './help.js'
import { exitCode, type ExitCode } from './exit-code.js'
import { sizeOf } from './terminal/size.js'

/** Makes a command; it reports its exit code when it has run. */
export type RegisterCommand = (context: CliContext, exit: (code: ExitCode) => void) => Command

/** Runs one command line (without `node` and the script). Never rejects for what a user can type. */
export async function runCli(words: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = exitCode.completed
  const program = createProgram(context, (reported) => {
    code = reported
  })
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    // commander has already printed help, the version or what is wrong; only the number is left to say.
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCode.completed : exitCode.usage
  }
  return code
}

function createProgram(context: CliContext, exit: (code: ExitCode) => void): Command {
  const { stdout, stderr } = context
  const program = new Command('millrace')
    .description('The OpenAI Responses API, streamed.')
    .version(packageVersion())
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => sizeOf(stdout).columns,
      getErrHelpWidth: () => sizeOf(stderr).columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(--help lists the commands)')
    .configureHelp(helpLayout)
    .exitOverride()
  for (const register of commands) {
    program.addCommand(
      register(context, exit)
        .copyInheritedSettings(program)
        .showHelpAfterError('(--help explains the options)'),
    )
  }
  return program
}

/** Read when needed: the file lies two folders up in the source and in the package. */
function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest ? String(manifest.version) : 'unknown'
}
