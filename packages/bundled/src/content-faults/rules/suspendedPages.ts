import type { ContentRules } from "../ContentRule.ts"

/** The patterns of "This account has been suspended", in twelve common languages. */
const SAID = [
  String.raw`(?:this |the |your )?(?:hosting |web ?|user )?(?:account|site|website|web site|domain|page|service|subscription|store|shop)(?: name)?(?: \S{1,80})? (?:has been|is|was|is currently|has been temporarily|is temporarily) (?:temporarily |currently |archived or )?(?:suspended|deactivated|disabled (?:by (?:the|its) (?:host|provider|administrator)|for violating|due to))`,
  String.raw`(?:the )?(?:daily )?(?:hit|bandwidth|traffic|resource) limit (?:of|for) (?:this|the) [\s\S]{0,40}(?:exceeded|reached)|website has been temporarily disabled`,
  String.raw`hosting (?:package|plan|account|service|subscription)(?: for this (?:web ?)?site)? (?:has )?expired`,
  String.raw`(?:account|website|site) (?:deactivated|disabled)$`,
  String.raw`sorry, this (?:store|shop) is currently unavailable`,
  String.raw`(?:transfervolumen|traffic|datenvolumen)(?: \S{1,80}){0,3} (?:ist )?(?:aufgebraucht|erreicht|überschritten)`,
  String.raw`(?:account|site|website|domain|service|hosting) suspended`,
  String.raw`bandwidth limit (?:has been )?exceeded`,
  String.raw`(?:diese[rs]?|das|die|der|ihr|ihre) (?:hosting-?|web-?)?(?:account|konto|seite|webseite|website|webpräsenz|domain|internetseite|webspace|benutzerkonto|kundenkonto)(?: \S{1,80})? (?:wurde|ist|wird) (?:\S{1,80} )?(?:gesperrt|deaktiviert|suspendiert)`,
  String.raw`(?:account|konto|webseite|website|webspace|domain) (?:gesperrt|deaktiviert)`,
  String.raw`(?:esta|este|la|el|su) (?:cuenta|sitio|sitio web|página|página web|dominio|servicio|alojamiento)(?: \S{1,80})? (?:ha sido|está|fue|se encuentra) (?:\S{1,80} )?(?:suspendid[oa]|desactivad[oa]|bloquead[oa])`,
  String.raw`(?:cuenta|sitio|sitio web|página|dominio|servicio) suspendid[oa]`,
  String.raw`(?:ce|cet|cette|le|la|votre) (?:compte|site|site web|domaine|hébergement|service|page)(?: \S{1,80})? (?:a été|est) (?:\S{1,80} )?(?:suspendue?|désactivée?|bloquée?)`,
  String.raw`(?:compte|site|site web|domaine|hébergement) suspendu`,
  String.raw`(?:questo|questa|il|l['’]|lo|la) ?(?:account|sito|sito web|dominio|servizio|hosting|pagina)(?: \S{1,80})? (?:è stat[oa]|è|risulta) (?:\S{1,80} )?(?:sospes[oa]|disattivat[oa]|bloccat[oa])`,
  String.raw`(?:account|sito|sito web|dominio|servizio) sospes[oa]`,
  String.raw`(?:esta|este|a|o|sua|seu) (?:conta|site|página|dom[ií]nio|serviço|hospedagem|website)(?: \S{1,80})? (?:foi|está|encontra-se) (?:\S{1,80} )?(?:suspens[oa]|desativad[oa]|bloquead[oa])`,
  String.raw`(?:conta|site|página|dom[ií]nio|serviço|hospedagem) suspens[oa]`,
  String.raw`(?:deze|dit|de|het|uw) (?:hosting-?)?(?:account|site|website|domein|domeinnaam|pagina|dienst|webruimte)(?: \S{1,80})? (?:is|werd) (?:\S{1,80} )?(?:opgeschort|geblokkeerd|geschorst|gedeactiveerd|uitgeschakeld)`,
  String.raw`(?:account|website|site|domein) (?:opgeschort|geblokkeerd|geschorst)`,
  String.raw`(?:to |ta |ten |twoje )?(?:konto|strona|strona internetowa|witryna|domena|serwis|usługa|hosting)(?: \S{1,80})? (?:zostało|została|został|jest) (?:\S{1,80} )?(?:zawieszon[eay]|zablokowan[eay]|wyłączon[eay])`,
  String.raw`(?:konto|strona|domena|usługa) (?:zawieszon[eay]|zablokowan[eay])`,
  String.raw`(?:(?:этот|данный|ваш|эта) )?(?:аккаунт|сайт|учетная запись|учётная запись|хостинг|домен|услуга)(?: \S{1,80})? (?:был[ао]? |временно |уже )*(?:приостановлен|заблокирован|отключен|отключён)[ао]?`,
  String.raw`(?:bu |sizin )?(?:hesap|hesabınız|site|web sitesi|internet sitesi|alan adı|hosting hesabı|hizmet)(?: \S{1,80})? (?:geçici olarak |şu anda )*(?:askıya alın(?:mıştır|dı|mış)|durduruldu|durdurulmuştur|kapatılmıştır|engellenmiştir)`,
  String.raw`(?:この|当)?(?:アカウント|サイト|ウェブサイト|ホームページ|ドメイン|サービス)(?:は|が)?、?(?:現在|一時的に)?、?(?:利用)?(?:停止|凍結|一時停止)(?:され|中|して)`,
  String.raw`(?:此|该|您的|本|這個|您访问的)?(?:账户|帐户|账号|网站|站点|網站|帳戶|主机|主機|域名|虚拟主机|空间)(?:已被|已经被|已经|已經被|已經|已|目前已|被)?(?:管理员)?(?:暂停|暫停|停用|停止|冻结|停权|停權|关闭|关停)`
].join("|")

const FIRST = new RegExp(String.raw`^(?:[^\n]{0,80}\n){0,3}[^\n]{0,60}?(?:${SAID})`, "iu")
const SHORT = new RegExp(String.raw`^(?:[^\n]{0,40}[-–|:!] ?)?(?:${SAID})`, "iu")

const ARTICLE =
  /konserwac|maintenance|wartung|mantenim|manuten|onderhoud|bakım|обслуж|メンテ|维护|維護|asked by|blog|how to|posted (?:on|by)|comments|read more|trading|flight|licen[cs]e/iu

export const suspendedPages: ContentRules = {
  code: "suspended",
  rules: [
    {
      family: "cpanel",
      source: /\/cgi-sys\/suspendedpage\.cgi|\/suspended\.page/u,
      most: 1_500,
      reference: "cPanel, Apache's suspended page"
    },
    { title: SHORT, most: 1_500, absent: ARTICLE, reference: "cPanel, Plesk, DirectAdmin, WHMCS and hosts' own pages" },
    {
      heading: SHORT,
      most: 1_500,
      absent: ARTICLE,
      reference: "cPanel, Plesk, DirectAdmin, WHMCS and hosts' own pages"
    },
    { visible: FIRST, most: 800, absent: ARTICLE, reference: "cPanel, Plesk, DirectAdmin, WHMCS and hosts' own pages" }
  ]
}
