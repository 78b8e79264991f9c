/** The quiet hours of a channel. All times are local times in its time zone. */
export interface QuietHours {
  /** The start, such as `22:00`. */
  readonly start: string
  /**
   * The end, such as `07:00`. An end before the start is on the next day. If the end equals the start, the quiet time
   * lasts a whole day.
   */
  readonly end: string
  /** The days on which the quiet time starts. 1 is Monday, and 7 is Sunday. */
  readonly days: ReadonlyArray<number>
  /** The IANA name of the time zone. UTC is used if the zone does not exist. */
  readonly timeZone: string
}
