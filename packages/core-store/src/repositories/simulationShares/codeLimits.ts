/** Limits of one-time codes (decisions section 8). */
export const codeLimits = {
  livesSeconds: 600,
  attempts: 3,
  everySeconds: 60,
  aDay: 20,
  wrongInADay: 10,
  wrongInAMonth: 30
} as const
