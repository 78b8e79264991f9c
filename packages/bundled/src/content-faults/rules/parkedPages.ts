import type { ContentRules } from "../ContentRule.ts"

/** The patterns of "This domain is for sale", in twelve common languages. */
const FOR_SALE = [
  String.raw`(?:this|the) (?:premium )?(?:domain|web address)(?: name)? (?:[\w.-]+ )?(?:is|may be|might be|could be) (?:available )?(?:now )?for (?:sale|purchase)`,
  String.raw`\b[\w-]{1,63}\.[a-z]{2,12} (?:is|may be) (?:available )?for (?:sale|purchase)`,
  String.raw`buy this domain`,
  String.raw`(?:diese )?domain (?:\S{1,80} )?(?:steht|ist) (?:möglicherweise |eventuell )?zu[mr]? verkauf`,
  String.raw`(?:diese )?domain (?:\S{1,80} )?(?:kaufen|zu verkaufen|ist käuflich)`,
  String.raw`(?:este|el) dominio (?:\S{1,80} )?(?:está|puede estar) (?:a la|en) venta`,
  String.raw`(?:ce (?:nom de )?domaine|le (?:nom de )?domaine)(?: \S{1,80})? est (?:peut-être )?à vendre`,
  String.raw`(?:questo|il) dominio (?:\S{1,80} )?(?:è|potrebbe essere) in vendita`,
  String.raw`(?:este|o) dom[ií]nio (?:\S{1,80} )?(?:está|pode estar) à venda`,
  String.raw`(?:deze |dit |de |het )?domein(?:naam)? (?:\S{1,80} )?(?:is|staat) te koop|\b[\w-]{1,63}\.[a-z]{2,12} (?:is|staat) te koop`,
  String.raw`(?:ta |ten )?domena? (?:\S{1,80} )?(?:jest |może być )?(?:wystawiona )?na sprzedaż`,
  String.raw`(?:этот )?домен (?:\S{1,80} )?(?:продается|продаётся|выставлен на продажу)`,
  String.raw`(?:bu )?alan adı (?:\S{1,80} )?satılık(?:tır)?`,
  String.raw`(?:この|当)?ドメイン(?:名)?(?:は|を)? ?(?:\S{0,80} )?(?:は|を)? ?(?:販売中|売り出し中|売ります)|[\w.-]{1,80}\.[a-z]{2,12} ?は(?:販売中|売り出し中)`,
  String.raw`(?:此|该|這個|本)?(?:域名|網域) ?(?:\S{0,80} )?(?:正在)?(?:出售|待售)|[\w.-]{1,80}\.[a-z]{2,12} ?(?:正在|待)出售`
]

/** The patterns of "This domain is parked" and "registered at", in twelve common languages. */
const PARKED = [
  String.raw`(?:this|the) (?:domain|web ?page|web ?site|domain name) (?:\S{1,80} )?(?:is|has been|was) (?:currently |automatically |now )?(?:parked|reserved and parked)`,
  String.raw`(?:this|the) domain(?: name)? (?:\S{1,80} )?(?:is|has been|was) (?:already |recently |just |newly |successfully )*(?:registered|reserved|purchased)(?: (?:with|at|by|via|through|for|using)\b|[.!]|$)`,
  String.raw`\b[\w-]{1,63}\.[a-z]{2,12} (?:is|has been) (?:parked|registered) (?:free|with|at|by|via|through|courtesy)`,
  String.raw`parked (?:free|domain|page|for free)`,
  String.raw`domain (?:name )?parking`,
  String.raw`(?:this|the) domain(?: name)? (?:\S{1,80} )?(?:has )?expired|registered at [\w.]{3,40}$|sponsored listings displayed above are served automatically`,
  String.raw`(?:este|o|el) dom[ií]nio (?:\S{1,80} )?(?:expirou|ha caducado|ha expirado|caducó)|domain (?:\S{1,80} )?ist abgelaufen|(?:ce|le) (?:nom de )?domaine (?:\S{1,80} )?(?:a|est) expiré|dominio (?:\S{1,80} )?(?:è )?scaduto|домен (?:\S{1,80} )?(?:просрочен|истек|истёк)|срок регистрации домена|domena (?:\S{1,80} )?wygasła|domein(?:naam)? (?:\S{1,80} )?is verlopen|alan adının süresi dol|ドメイン(?:名)?の有効期限|域名(?:\S{0,80} )?已?过期`,
  String.raw`(?:diese |die )?domain (?:\S{1,80} )?(?:ist|wurde) (?:bereits |soeben |gerade |erfolgreich |bei \S{1,80} )*(?:geparkt|registriert|reserviert)`,
  String.raw`(?:este|el) dominio (?:\S{1,80} )?(?:está|ha sido|fue) (?:aparcado|estacionado|registrado|reservado)`,
  String.raw`(?:ce|le) (?:nom de )?domaine (?:\S{1,80} )?(?:est|a été) (?:bien |déjà )?(?:parqué|enregistré|réservé|déposé|garé)`,
  String.raw`(?:questo|il) dominio (?:\S{1,80} )?(?:è|è stato) (?:parcheggiato|registrato|riservato)`,
  String.raw`(?:este|o) dom[ií]nio (?:\S{1,80} )?(?:está|foi) (?:estacionado|registr?ado|reservado)`,
  String.raw`(?:deze|dit) domein(?:naam)? (?:\S{1,80} )?(?:is|werd) (?:geparkeerd|geregistreerd|gereserveerd)`,
  String.raw`(?:ta |ten )?domena (?:\S{1,80} )?(?:jest|została) (?:zaparkowana|zarejestrowana|utrzymywana|zarezerwowana)`,
  String.raw`(?:этот |данный )?домен (?:\S{1,80} )?(?:припаркован|зарегистрирован|успешно зарегистрирован)`,
  String.raw`(?:bu )?alan adı (?:\S{1,80} )?(?:park edilmiş|kayıtlı|kaydedilmiş|tescil edilmiş|adına kayıtlı)`,
  String.raw`(?:この)?ドメイン(?:名)?(?:は|が)? ?(?:\S{0,80}(?: から|で|に|により|から))?、? ?(?:取得|登録|パーキング)(?:され|中)`,
  String.raw`(?:此|该|這個|本)?(?:域名|網域)(?:\S{0,80} )?(?:已|已被|已经)?(?:停放|注册|註冊|停靠)`
]

const SAID = new RegExp(`(?:${[...FOR_SALE, ...PARKED].join("|")})`, "iu")
/**
 * Matches a sentence about a sale or parking at the beginning of a page, where the sentence is the subject of the page.
 */
const SAID_FIRST = new RegExp(
  String.raw`^(?:[^\n]{0,80}\n){0,3}[^\n]{0,80}?(?:${[...FOR_SALE, ...PARKED].join("|")})`,
  "iu"
)

const ARTICLE = /\?\s|how to|posted (?:on|by)|comments|©[^\n]{0,40}blog/iu

/** The addresses of parking services in scripts, frames and links, with the word that only a parked page has. */
const SERVICES =
  /(?:parklogic\.com|bodis\.com|data-adblockkey=|window\.park ?=|above\.com\/marketplace|cashparking|skenzo\.com|domainsponsor|ztomy\.com|adsense\/domains\/caf\.js|hugedomains\.com\/domain_profile|afternic\.com\/forsale|dan\.com\/(?:buy-domain|lander)|namebrightstatic|parkpage\.|nsparking|park\.io|parking\.reg\.ru|d1lxhc4jvstzrp\.cloudfront\.net)/iu

export const parkedPages: ContentRules = {
  code: "parked",
  rules: [
    { family: "sedo", source: /sedoparking\.com/iu, most: 1_500, reference: "scripts of Sedo" },
    { family: "parkingcrew", source: /parkingcrew\.net/iu, most: 1_500, reference: "scripts of ParkingCrew" },
    {
      family: "godaddy",
      source:
        /img1\.wsimg\.com\/parking|\/parking-lander\/|parking\.godaddy|window\.LANDER_SYSTEM|location\.(?:href|replace)\W{1,4}\/lander/iu,
      most: 1_500,
      reference: "scripts of GoDaddy and Afternic"
    },
    {
      source: SERVICES,
      most: 1_500,
      reference: "scripts and frames of Bodis, Afternic, Dan, HugeDomains and others"
    },
    { heading: SAID, most: 2_500, absent: ARTICLE, reference: "landing pages of registrars and marketplaces" },
    { visible: SAID_FIRST, most: 1_500, absent: ARTICLE, reference: "landing pages of registrars and marketplaces" },
    { title: SAID, visible: /\S/u, most: 3_000, absent: ARTICLE, reference: "landing pages of marketplaces" },
    { title: /^Domain parked by /iu, most: 1_500, reference: "title of pages of OnlyDomains, which have no text" }
  ]
}
