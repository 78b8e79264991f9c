/**
 * Matches the words of pages that discuss broken pages, such as questions, answers, posts and comments. Broken pages do
 * not contain these words. Most discussions, in any language, are longer than an error message, so this pattern only
 * has to recognise short discussions.
 */
export const ARTICLE =
  /\bhow to\b|\basked by\b|\b\d+ (?:answers?|comments?|replies|votes)\b|\bposted (?:on|by|in)\b|\bread more\b|\btutorial\b|\bblog\b|\bviewed [\d,.]+ times\b|\bchangelog\b|\brelease notes\b|\bquestion\b|\bwhat (?:does|is) |\bwhy (?:does|is|do) /iu
