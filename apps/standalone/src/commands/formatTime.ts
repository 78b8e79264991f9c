/** Formats a time in UTC to the minute. Returns `absent` if there is no time. */
export const minute = (time: Date | null, absent: string): string =>
  time === null ? absent : `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`
