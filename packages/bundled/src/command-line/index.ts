export {
  type Command,
  command,
  commandGroup,
  type CommandOptions,
  type CommandShape,
  type GroupEntry
} from "./Command.ts"
export { CommandError, ExitCode, SIGNAL_EXIT_CODES, UsageError } from "./ExitCode.ts"
export { flag, list, optional, type Parameter, required, requiredList, withDefault } from "./Parameter.ts"
export { runProcess } from "./runProcess.ts"
export { processTerminal, type Terminal } from "./Terminal.ts"
export { completionScript, type Shell, shells } from "./completionScript.ts"
export { choice, filePath, positiveNumber, text, type ValueType, wholeNumber } from "./ValueType.ts"
