/**
 * How well a text matches what somebody typed: 0 is not at all. The beginning of a word counts more than its middle,
 * and letters in order count least.
 */
export const matchRank = (typed: string, text: string): number => {
  const wanted = typed.trim().toLowerCase()
  const whole = text.toLowerCase()
  const at = whole.indexOf(wanted)
  if (at === 0) return 4
  if (at > 0) return /[\s.\-/]/u.test(whole[at - 1] ?? "") ? 3 : 2
  let from = 0
  for (const letter of wanted) {
    const next = whole.indexOf(letter, from)
    if (next === -1) return 0
    from = next + 1
  }
  return 1
}
