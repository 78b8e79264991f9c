/**
 * The words of pages that speak about broken pages, which broken pages do not have: questions, answers, posts,
 * comments. In any language, such pages are longer than a message; this list is for those that are short.
 */
export const ARTICLE =
  /\bhow to\b|\basked by\b|\b\d+ (?:answers?|comments?|replies|votes)\b|\bposted (?:on|by|in)\b|\bread more\b|\btutorial\b|\bblog\b|\bviewed [\d,.]+ times\b|\bchangelog\b|\brelease notes\b|\bquestion\b|\bwhat (?:does|is) |\bwhy (?:does|is|do) /iu
