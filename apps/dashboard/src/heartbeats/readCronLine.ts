import { parseCron, scheduleLimits } from "@mon/model"

/** The schedule and the command of a job. */
export interface CronLine {
  readonly cron: string
  /** The program that the line runs, without its folder and arguments. Null: the line has no command. */
  readonly program: string | null
}

/** A macro such as `@daily`, or five fields, and a command. */
const LINE = /^(@[a-z]+|(?:\S+\s+){4}\S+)(?:\s+(\S.*))?$/iu
/** The longest line that is read, in characters. */
const MOST_CHARACTERS = 4_000

/**
 * Returns the program of a command. The crontab of the system has the name of a user before the command, so a word with
 * a folder comes first. The arguments are left out, because they can contain passwords.
 */
const programOf = (command: string): string | null => {
  const words = command.split(/\s+/u)
  const program = words.slice(0, 2).find((word) => word.includes("/")) ?? words[0] ?? ""
  return program.slice(program.lastIndexOf("/") + 1) || null
}

/**
 * Returns what a line of a crontab says (crontab(5)). Null: the text is not such a line.
 *
 * ```ts
 * readCronLine("0 3 * * * /usr/local/bin/backup --all") // => { cron: "0 3 * * *", program: "backup" }
 * ```
 */
export const readCronLine = (text: string): CronLine | null => {
  if (text.length > MOST_CHARACTERS) return null
  const [, cron = "", command] = LINE.exec(text.trim()) ?? []
  if (cron === "" || cron.length > scheduleLimits.cronLength || parseCron(cron, "UTC")._tag !== "Schedule") return null
  return { cron, program: command === undefined ? null : programOf(command) }
}
