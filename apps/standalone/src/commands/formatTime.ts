/** A time in UTC to the minute, or a text if there is none. */
export const minute = (time: Date | null, absent: string): string =>
  time === null ? absent : `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`
