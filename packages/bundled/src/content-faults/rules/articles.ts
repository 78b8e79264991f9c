/**
 * Words of pages that discuss broken pages: questions, answers, posts, comments. Broken pages do not contain them. In
 * any language, most such pages are longer than an error message; this list is for the short ones.
 */
export const ARTICLE =
  /\bhow to\b|\basked by\b|\b\d+ (?:answers?|comments?|replies|votes)\b|\bposted (?:on|by|in)\b|\bread more\b|\btutorial\b|\bblog\b|\bviewed [\d,.]+ times\b|\bchangelog\b|\brelease notes\b|\bquestion\b|\bwhat (?:does|is) |\bwhy (?:does|is|do) /iu
