import type { ContentRules } from "../ContentRule.ts"
import { ARTICLE } from "./articles.ts"

/** The maximum number of visible characters of an error page, which has little other text. */
const MESSAGE = 1_500
/** The maximum number of visible characters of an error page for developers, which shows the stack trace. */
const TRACE = 3_000
/**
 * The maximum number of visible characters of an error page with a sentence that articles also quote. A page with more
 * text may be an article.
 */
const SENTENCE = 600

const WORDPRESS_TITLE = /^WordPress\b|\bWordPress$/u

/** The sentence of WordPress' error page in all its languages (wp-includes/class-wp-fatal-error-handler.php). */
const CRITICAL = [
  String.raw`There has been a critical error on (?:this|your) website\.`,
  String.raw`Es gab einen kritischen Fehler auf (?:deiner|dieser|Ihrer) Website\.`,
  String.raw`Ha habido un error crítico en (?:esta|tu) web\.`,
  String.raw`Il y a eu une erreur critique sur (?:ce|votre) site(?: web)?\.`,
  String.raw`(?:Si è verificato|C['’]è stato) un errore critico (?:sul tuo|su questo) sito(?: web)?\.`,
  String.raw`(?:Ocorreu|Houve) um erro crítico (?:no seu|neste|nesse) site\.`,
  String.raw`Er heeft zich een kritieke fout voorgedaan op (?:deze|je) (?:web)?site\.`,
  String.raw`W(?: tej| Twojej)? witrynie wystąpił (?:błąd krytyczny|krytyczny błąd)\.`,
  String.raw`На (?:вашем |этом )?сайте (?:возникла|произошла) критическая ошибка\.`,
  String.raw`Bu (?:web )?sitesinde (?:kritik|ciddi) bir (?:hata|sorun) (?:oluştu|var)\.`,
  String.raw`このサイトで重大なエラーが発生しました。`,
  String.raw`(?:此|您的)(?:站点|网站|網站)(?:遇到了|上?發生了?|出现了?|發生)(?:致命|严重|嚴重)(?:的)?(?:错误|錯誤)。`
].join("|")

export const phpErrors: ContentRules = {
  code: "application_error",
  rules: [
    {
      family: "php",
      end: /<b>(?:Fatal error|Parse error|Recoverable fatal error|Catchable fatal error)<\/b>:\s[\s\S]{1,1500}? on line <b>\d+<\/b>/u,
      reference: "php-src main/main.c, php_error_cb with html_errors"
    },
    {
      family: "php",
      source:
        /<b>(?:Fatal error|Parse error|Recoverable fatal error|Catchable fatal error)<\/b>:\s(?:\s*Uncaught [\s\S]{1,1500}?\sStack trace:\s|[\s\S]{1,1500}? on line <b>\d+<\/b>)/u,
      most: TRACE,
      absent: ARTICLE,
      reference: "php-src main/main.c, php_error_cb with html_errors"
    },
    {
      family: "php",
      end: /(?:^|\n|>)\s*(?:PHP )?(?:Fatal|Parse|Recoverable fatal|Catchable fatal) error: [^<]{1,1500}? on line \d+(?:\s|<br ?\/?>|<\/(?:b|p|div|pre|body)>)*$/u,
      reference: "php-src main/main.c, php_error_cb without html_errors"
    },
    {
      family: "php",
      visible: /\.php\(\d+\): [^\n]{1,300}?\s#\d+ \{main\}/u,
      most: TRACE,
      absent: ARTICLE,
      reference: "php-src Zend/zend_exceptions.c, getTraceAsString"
    },
    {
      family: "php",
      visible: /^(?:[^\n]{0,80}\n){0,2}(?:[A-Z]\w*\\)+\w*(?:Exception|Error): /u,
      most: TRACE,
      absent: ARTICLE,
      reference: "php-src Zend/zend_exceptions.c, an exception as text"
    },
    {
      family: "php",
      title: /^(?:Slim Application Error|Internal Server Error \(#\d+\)|Error: An Internal Error Has Occurred\.?)$/u,
      reference: "slim ErrorRenderer; yii2 views/errorHandler; cakephp templates/Error/error500.php"
    },
    {
      family: "php",
      visible: /^(?:[^\n]{0,120}\n){0,4}An uncaught Exception was encountered\nType: /u,
      most: TRACE,
      reference: "codeigniter application/views/errors/html/error_exception.php"
    },
    {
      family: "php",
      visible:
        /^(?:PHP )?(?:Fatal|Parse|Recoverable fatal) error: [\s\S]{1,1500}?\.(?:php|inc|phtml|module)\b[\s\S]{0,40}? ?(?:on line |:)\d+/u,
      most: TRACE,
      reference: "php-src main/main.c, php_error_cb without html_errors"
    },
    {
      family: "php",
      visible: /(?:^|\n)\( ! \) [^\n]{1,300}/u,
      source: /<table class=['"]xdebug-error/u,
      most: TRACE,
      absent: ARTICLE,
      reference: "xdebug, src/base/stack.c"
    },
    {
      family: "wordpress",
      title: WORDPRESS_TITLE,
      source: /<body\s[^<>]{0,200}id=["']?error-page/u,
      most: MESSAGE,
      absent: /maintenance|wartung|manutenç|manutenzione|mantenimiento|onderhoud/iu,
      reference: "wordpress wp-includes/functions.php, _default_wp_die_handler"
    },
    {
      family: "wordpress",
      visible: new RegExp(String.raw`^(?:WordPress\n)?(?:${CRITICAL})`, "u"),
      most: SENTENCE,
      reference: "wordpress wp-includes/class-wp-fatal-error-handler.php"
    },
    {
      family: "wordpress",
      title: WORDPRESS_TITLE,
      visible: new RegExp(String.raw`(?:^|\n)(?:${CRITICAL})`, "u"),
      most: TRACE,
      reference: "the same inside of a theme"
    },
    {
      family: "wordpress",
      visible: new RegExp(String.raw`(?:^|\n)(?:${CRITICAL})[^\n]{0,200}(?:\n[^\n]{0,200}WordPress[^\n]{0,40})?$`, "u"),
      most: TRACE,
      absent: ARTICLE,
      reference: "the same after the beginning of a page, which ends with it"
    },
    {
      family: "drupal",
      visible:
        /^(?:Error\n)?(?:The website encountered an unexpected error\. (?:Please )?try again later|Auf der Website ist ein (?:unerwarteter|unvorhergesehener) Fehler aufgetreten|Le site (?:Web )?a rencontré une erreur inattendue|El sitio web (?:encontró|ha encontrado) un error inesperado|Il sito (?:web )?ha (?:riscontrato|incontrato) un errore inatteso|O (?:website|site) encontrou um erro inesperado|De website heeft een onverwachte fout (?:gevonden|ondervonden)|Witryna napotkała nieoczekiwany błąd|(?:Веб-сайт обнаружил|На сайте произошла) непредвиденн(?:ую|ая) ошибк|Web sitesi beklenmeyen bir hatayla karşılaştı|ウェブサイトに予期(?:しない|せぬ)エラーが発生|(?:網站|网站)(?:遇到|發生|发生)了?(?:不可预知|未预期|非預期|意外)的?(?:错误|錯誤))/iu,
      most: TRACE,
      reference: "drupal core/includes/errors.inc, _drupal_log_error; FinalExceptionSubscriber"
    },
    {
      family: "drupal",
      visible: /^Additional uncaught exception thrown while handling exception\./u,
      most: TRACE,
      reference: "drupal 7 and 8, includes/bootstrap.inc, _drupal_exception_handler"
    },
    {
      family: "joomla",
      title: /^(?:Error|Fehler|Erreur|Errore|Erro|Fout|Błąd|Ошибка|Hata|エラー|错误|錯誤)[:：] ?(?:0|5\d\d)(?!\d)/u,
      most: MESSAGE,
      reference: "joomla templates, error.php"
    },
    {
      family: "joomla",
      visible:
        /^Error displaying the error page|^(?:Error\n)?(?:Application Instantiation Error|Database Error: Unable to connect)/u,
      most: MESSAGE,
      reference: "joomla libraries/src/Exception/ExceptionHandler.php"
    },
    {
      family: "laravel",
      heading: /^Whoops, looks like something went wrong\.?$/u,
      reference: "laravel 5, symfony/debug ExceptionHandler"
    },
    {
      family: "laravel",
      title: /^(?:🧨 |Whoops! There was an error\.|.*\bIlluminate\\(?:\w+\\)+\w*Exception\b)/u,
      reference: "filp/whoops PrettyPageHandler; spatie/laravel-ignition"
    },
    {
      family: "symfony",
      title: /^An Error Occurred: /u,
      heading: /^Oops! An Error Occurred$/u,
      reference: "symfony/error-handler, Resources/views/error.html.php"
    },
    {
      family: "symfony",
      title: /\(50\d [^)]{3,80}\)$/u,
      source: /class=["']?(?:exception-|trace)|Symfony/u,
      reference: "symfony/error-handler, Resources/views/exception_full.html.php"
    },
    {
      family: "symfony",
      visible: /^Whoops, looks like something went wrong\.?|^Oops! An Error Occurred\n/u,
      most: MESSAGE,
      reference: "symfony/debug 2 to 4, ExceptionHandler; symfony/twig-bundle error.html.twig"
    },
    {
      family: "magento",
      heading: /^There has been an error processing your request$/u,
      reference: "magento pub/errors/default/report.phtml"
    },
    {
      family: "typo3",
      heading: /^Oops, an error occurred!/u,
      most: MESSAGE,
      reference: "typo3 core, ProductionExceptionHandler"
    }
  ]
}
