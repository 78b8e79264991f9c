const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"]
])

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (character) => ENTITIES.get(character) ?? character)
