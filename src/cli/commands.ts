import { cancelCommand } from './commands/cancel.js'
import { resumeCommand } from './commands/resume.js'
import { runCommand } from './commands/run.js'
import { serveCommand } from './commands/serve.js'
import type { RegisterCommand } from './program.js'

/** Every command, in the order of `--help`. */
export const commands: readonly RegisterCommand[] = [runCommand, serveCommand, resumeCommand, cancelCommand]
