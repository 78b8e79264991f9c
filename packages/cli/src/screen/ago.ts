const UNITS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"]
] as const

/** A duration in its largest unit, such as "3 h". */
export const durationText = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  const [size, unit] = UNITS.find(([each]) => whole >= each) ?? [1, "s"]
  return `${Math.floor(whole / size)} ${unit}`
}

/** A moment as the time since then. An ISO 8601 text, or Unix time in seconds. */
export const agoText = (moment: string | number, now: number): string => {
  const at = typeof moment === "number" ? moment * 1_000 : Date.parse(moment)
  return `${durationText((now - at) / 1_000)} ago`
}
