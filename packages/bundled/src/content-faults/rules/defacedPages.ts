import type { ContentRules } from "../ContentRule.ts"

const ARTICLE =
  /how to|blog|posted (?:on|by)|\d+ comments|read more|article|report|according to|researcher|vulnerabilit(?:y|ies) (?:in|of) /iu

/** The pages that say that somebody has taken over the site. Only unambiguous signs are included. */
export const defacedPages: ContentRules = {
  code: "defaced",
  rules: [
    {
      title:
        /^(?:.{0,40}\b)?(?:hacked|owned|pwned|defaced|h4ck3d|0wn3d|touched|stamped|rooted|hackeado|hacke[ée]|gehackt|violato|взломан[оа]?) (?:by|por|par|von|da|группой|хакер\S*)\b|^(?:hacked|h4cked|pwned|defaced|0wned)[!. ]*$/iu,
      most: 2_500,
      absent: ARTICLE,
      reference: "collections of defaced pages"
    },
    {
      heading:
        /^(?:.{0,40}\b)?(?:hacked|owned|pwned|defaced|h4ck3d|0wn3d|touched|stamped|rooted|hackeado|hacke[ée]|gehackt|violato|взломан[оа]?) (?:by|por|par|von|da|группой|хакер\S*)(?![\w-])/iu,
      most: 2_500,
      absent: ARTICLE,
      reference: "collections of defaced pages"
    },
    {
      visible:
        /^(?:[^\n]{0,80}\n){0,2}[^\n]{0,60}\b(?:hacked|owned|pwned|defaced|h4ck3d|0wn3d|touched|stamped|rooted|hackeado|hacke[ée]|gehackt|violato|взломан[оа]?) (?:by|por|par|von|da|группой|хакер\S*)(?![\w-])/iu,
      most: 800,
      absent: ARTICLE,
      reference: "collections of defaced pages"
    },
    {
      visible:
        /\b(?:all )?(?:your|the) (?:files?|data(?:bases?)?|documents|site|website|server)(?: \w+){0,4} (?:have been|has been|are|is|were|was) (?:\w+ )?(?:encrypted|locked|stolen|downloaded)\b[\s\S]{0,1200}(?:bitcoin|\bbtc\b|monero|ransom|\.onion|decrypt)/iu,
      most: 2_500,
      absent: ARTICLE,
      reference: "ransom notes of web servers"
    },
    {
      visible:
        /\btarafından hack?lenmiştir|\bhacklendi\b|взломан[оа]? (?:группой|командой|хакер)|このサイトはハッキングされました|(?:本站|网站|此网站)(?:已)?被黑|\b(?:this|your) (?:web ?)?(?:site|server|page) (?:has been|was|is|got) (?:hacked|defaced|pwned|owned)(?![\w-])/iu,
      most: 800,
      absent: ARTICLE,
      reference: "collections of defaced pages"
    }
  ]
}
