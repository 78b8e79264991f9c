const NOT_CHECKED = " The newest check could not be made: "

interface LastError {
  /** SQL: whether the newest check could not be made. */
  readonly isUnmade: string
  /** SQL: whether the monitor is in the state of failure. */
  readonly hasFailed: string
  /** SQL: the code and the sentence of the newest check. */
  readonly code: string
  readonly message: string
}

/**
 * The new values of `last_error_code` and `last_error_message` of a schedule `s`: why the newest check failed or could
 * not be made. A monitor that has failed keeps why, and says both.
 */
export const lastErrorColumns = ({ code, hasFailed, isUnmade, message }: LastError): string => {
  const keeps = `${isUnmade} and ${hasFailed} and s.last_error_code <> ${code}`
  return `
    last_error_code = case when ${keeps} then s.last_error_code else ${code} end,
    last_error_message = case when ${keeps}
      then split_part(coalesce(s.last_error_message, s.last_error_code), '${NOT_CHECKED}', 1) || '${NOT_CHECKED}' || ${message}
      else ${message} end`
}
