import type { ContentRules } from "../ContentRule.ts"

/** The patterns of sentences about the maintenance of a site, in twelve common languages. */
const SAID = [
  String.raw`(?:down|closed|unavailable|offline|undergoing|under|performing|in|doing|conducting|having|for) (?:for |some |a |an |our )?(?:\w{2,12} ){0,3}(?:maintenance|upgrades?)\b`,
  String.raw`maintenance (?:mode|in progress|break|window|work|page|underway)`,
  String.raw`(?:scheduled|routine|planned|site|website|server|system) maintenance`,
  String.raw`(?:we['’]?ll|we will|will|should) be (?:right )?back (?:soon|shortly|online|up|in|again|later|with)?`,
  String.raw`^(?:we['’]?ll be |be )?(?:right back|back soon)\b`,
  String.raw`being (?:updated|upgraded)|(?:updating|upgrading) (?:our|the|this) (?:web ?)?(?:site|server|system|shop|store)`,
  String.raw`wartungs(?:arbeiten|modus|pause|fenster|seite)|(?:wegen|während|für|im rahmen) (?:\w{2,20} )?wartung|in wartung|gewartet|wird gerade (?:aktualisiert|überarbeitet)|(?:gleich|bald|in kürze) (?:wieder )?(?:zurück|für sie da|erreichbar|verfügbar)`,
  String.raw`(?:en|por|modo(?: de)?|trabajos de|labores de|tareas de|bajo|realizando) (?:\w{2,14} )?mantenimiento|mantenimiento (?:programado|en curso|del sitio)|volve(?:remos|mos) (?:pronto|en breve|enseguida)`,
  String.raw`(?:en|mode|pour|opération de|une) (?:cours de )?maintenance|maintenance (?:en cours|planifiée|programmée|du site)|de retour (?:bientôt|dans|très)|serons (?:bientôt )?de retour|bientôt de retour|sera de retour`,
  String.raw`(?:in|per|modalità(?: di)?|lavori di|sotto) (?:\w{2,14} )?manutenzione|manutenzione (?:programmata|in corso|del sito)|torn(?:iamo|eremo) (?:presto|subito|a breve|online)`,
  String.raw`(?:em|para|modo(?: de)?|sob) manutenç(?:ão|ões)|manutenção (?:programada|em andamento|do site)|volt(?:amos|aremos) (?:em breve|logo|já)`,
  String.raw`(?:in|voor|wegens|aan het|gepland|onder|tijdens)(?: \w{2,14})? onderhoud|onderhouds?(?:modus|werkzaamheden|werk|pauze)|(?:zijn|is) (?:zo|snel|binnenkort|spoedig) (?:weer )?terug`,
  String.raw`(?:przerw[aęy]|prac[eę]?|tryb(?:ie)?|trwają|w trakcie) (?:\w{2,20} )?(?:techniczn|konserwac|serwisow|administracyjn)\w*|konserwacj[aęi]|wkrótce (?:wrócimy|wracamy|wróci)|(?:zaraz|niedługo) wracamy`,
  String.raw`техническ(?:ие|их|ое|ого|ом|ими) (?:работ\w*|обслуживани\w*|перерыв\w*)|(?:профилактическ|регламентн|ремонтн|плановы)\S* работ\S*|на (?:техническом )?обслуживании|режим\S* обслуживания|скоро вернемся|скоро вернёмся|сайт (?:временно )?(?:закрыт|недоступен|обновляется)`,
  String.raw`(?:zamanlanmış|planlanan) bakım|bakım(?:da|dadır|dayız| modu| çalışma\S*| nedeniyle| aşamasında| yapılıyor| yapılmaktadır|ımız)|(?:planlı|kısa süreli|geçici|rutin) bakım|(?:yakında|birazdan|kısa süre) \S{0,12} ?(?:döneceğiz|geri döneceğiz|buradayız)|hemen döneceğiz`,
  String.raw`メンテナンス(?:中|モード|のため|を実施|作業|のお知らせ|に入って)|(?:システム|サーバー?|定期|緊急|サイト)メンテナンス`,
  String.raw`(?:维护|維護|维修|升级|升級)(?:中|模式|公告|状态|狀態)|(?:正在|例行|系统|系統|网站|網站|站点|定期)(?:进行|進行)?(?:\S{0,4})(?:维护|維護)|(?:系统|系統|网站|網站|站点)(?:正在)?(?:升级|升級)|暂时无法(?:访问|使用)|稍后(?:再来|回来|再试)`
].join("|")

/** The words of pages about completed maintenance, or about maintenance as a paid service. */
const ABSENT =
  /(?:maintenance|work) (?:was |has been |is )?(?:completed?|finished|done|over|contract|plans?|services? (?:for|from|to)|packages?)|no (?:scheduled |planned |upcoming )?maintenance|abgeschlossen|all systems operational|\bblog\b|posted (?:on|by)|how to|\d+ comments|read more|changelog|release notes/iu

const HEAD = new RegExp(SAID, "iu")
const BODY = new RegExp(SAID, "iu")

/**
 * The maintenance pages with status 503 that site owners switch on. Pages of a failing server are recognized later, by
 * other rules.
 */
export const unavailablePages: ContentRules = {
  code: "maintenance",
  rules: [
    {
      family: "laravel",
      visible: /^503\n[^\n]{1,80}$|^Be right back\.$/u,
      most: 200,
      reference: "laravel errors::503 in any language"
    },
    {
      title: /^(?:503 )?Service (?:Temporarily )?Unavailable$/iu,
      visible: /maintenance|^503 Service Temporarily Unavailable\nnginx/u,
      most: 600,
      reference: "magento pub/errors/default/503.phtml; nginx, return 503"
    }
  ]
}

export const maintenancePages: ContentRules = {
  code: "maintenance",
  rules: [
    {
      family: "wordpress",
      visible: /^(?:[^\n]{0,80}\n){0,4}Briefly unavailable for scheduled maintenance\. Check back in a minute\./u,
      most: 600,
      absent: ABSENT,
      reference: "wordpress wp-includes/load.php, wp_maintenance"
    },
    {
      family: "phpbb",
      visible: /\nPowered by phpBB/u,
      title:
        /^[^\n]{1,80} - (?:Information|Hinweis|Información|Informazione|Informação|Informatie|Informacja|Информация|Bilgi|お知らせ|信息|訊息)$/u,
      most: 400,
      reference: "phpbb language/*/common.php, BOARD_DISABLE"
    },
    {
      title: /^(?:Oops! We ran into some problems\.(?: \|.*)?|\w+ is starting up|Deploy in progress)$/u,
      most: 600,
      reference: "xenforo; jira and confluence; gitlab public/deploy.html"
    },
    {
      heading: HEAD,
      most: 1_200,
      absent: ABSENT,
      reference: "drupal, joomla, magento, moodle, nextcloud, plugins of WordPress"
    },
    {
      visible: BODY,
      most: 700,
      absent: ABSENT,
      reference: "drupal, joomla, phpbb, mediawiki, and pages that people write"
    },
    {
      title:
        /^(?:Maintenance(?: mode)?|Wartung(?:smodus|sarbeiten)?|Mantenimiento|Manutenzione|Manutenção|Onderhoud|Konserwacja|Przerwa techniczna|Обслуживание|Техническое обслуживание|Bakım|メンテナンス(?:中)?|维护|維護)$/iu,
      visible: /\S/u,
      most: 400,
      reference: "wordpress wp-includes/functions.php and load.php, in any language; xenforo; vbulletin"
    },
    {
      title: HEAD,
      most: 1_500,
      absent: ABSENT,
      reference: "drupal, joomla, magento, moodle, nextcloud, plugins of WordPress"
    }
  ]
}
