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

const STATUS = "internal server error|bad gateway|gateway time-?out"

/** The error pages of programs in languages other than PHP, and of servers in front of such programs. */
export const applicationErrors: ContentRules = {
  code: "application_error",
  rules: [
    {
      family: "django",
      title: /^[A-Z]\w+ at \/\S*$/u,
      source: /<th[^<>]{0,200}>\s*Exception Type:|id=["']?(?:summary|pastebinTraceback|traceback)/u,
      reference: "django/views/templates/technical_500.html"
    },
    {
      family: "django",
      heading: /^[A-Z]\w+ at \/\S*$/u,
      visible: /\nRequest Method: ?\n?[A-Z]+\nRequest URL: [\s\S]{1,300}\nDjango Version: /u,
      reference: "django/views/templates/technical_500.txt"
    },
    {
      family: "django",
      title: /^(?:Server Error \(500\)|Bad Request \(400\))$/u,
      most: MESSAGE,
      reference: "django/views/defaults.py, server_error"
    },
    { family: "flask", title: /\/\/ Werkzeug Debugger$/u, reference: "werkzeug/debug/tbtools.py" },
    {
      family: "flask",
      visible:
        /^Internal Server Error\nThe server encountered an internal error and was unable to complete your request\. Either/u,
      most: SENTENCE,
      reference: "werkzeug/exceptions.py, InternalServerError"
    },
    {
      family: "rails",
      title: /^[A-Z]\w*(?:::\w+)* at \/\S*$/u,
      source: /sinatra|backtrace|rack/iu,
      reference: "rack lib/rack/show_exceptions.rb; sinatra lib/sinatra/show_exceptions.rb"
    },
    {
      family: "rails",
      heading: /^[A-Z]\w*(?:::\w+)* in [A-Z]\w*(?:::\w+)*#\w+/u,
      visible: /Extracted source|Application Trace|Rails\.root/u,
      reference: "actionpack rescues/diagnostics.text.erb"
    },
    {
      family: "rails",
      title: /^We['’]re sorry, but something went wrong(?: \(500\))?|^Action Controller: Exception caught$/u,
      reference: "rails, public/500.html; actionpack rescues/layout.erb"
    },
    {
      family: "rails",
      visible:
        /^(?:We['’]re sorry, but something went wrong\.|An unhandled lowlevel error occurred\. The application logs may have details|Puma caught this error: )/u,
      most: TRACE,
      reference: "rails public/500.html; puma lib/puma/server.rb, lowlevel_error"
    },
    {
      family: "rails",
      title: /^(?:Web application could not be started|Something went wrong)/u,
      source: /Phusion Passenger/u,
      reference: "passenger, resources/templates/error_renderer"
    },
    {
      family: "node",
      visible:
        /^(?:[^\n]{0,120}\n){0,2}[^\n]{0,120}?(?:Error|Exception)\b[^\n]{0,500}\s+at [\s\S]{1,400}?(?:\.[cm]?[jt]sx?|node:[\w/]{1,60}):\d+:\d+/u,
      most: TRACE,
      absent: ARTICLE,
      reference: "v8 stack trace API; finalhandler, errorhandler of express"
    },
    {
      family: "node",
      title: /^Error$/u,
      visible: /^[\w$]*Error\b[\s\S]{1,1500}?\sat [^\n]{1,300}?:\d+:\d+\)?(?:\s|$)/u,
      most: TRACE,
      reference: "finalhandler index.js, createHtmlDocument"
    },
    {
      family: "node",
      visible: /^[{[][\s\S]{0,600}?"stack": ?"[^"]{0,300}?(?:Error|Exception)\b[^"]{0,300}?\\n +at /u,
      most: TRACE,
      reference: "errorhandler of express, as JSON"
    },
    {
      family: "node",
      title: /^(?:Application Error|Server error)$/iu,
      visible: /\nAn error occurred in the application and your page could not be served\./u,
      most: SENTENCE,
      reference: "heroku, H10; nuxt 2 vue-app/template/views/error.html"
    },
    {
      family: "node",
      title: /^Error$/u,
      visible: /^(?:Cannot (?:GET|POST|HEAD) \/|Internal Server Error$)/u,
      most: SENTENCE,
      reference: "finalhandler index.js, createHtmlDocument"
    },
    {
      family: "node",
      visible:
        /^\{[\s\S]{0,200}?"status(?:Code)?": ?5\d\d,[\s\S]{0,300}?(?:"error": ?"Internal Server Error"|"statusText": ?"|"stack": ?[["]|"message": ?"(?:Internal Server Error|An internal server error occurred))/u,
      most: TRACE,
      reference: "fastify lib/error-serializer.js; @hapi/boom; h3; spring-boot DefaultErrorAttributes"
    },
    {
      family: "next",
      visible: /^(?:500\n)?Application error: a (?:client|server)-side exception has occurred/u,
      most: MESSAGE,
      reference: "next packages/next/src/client/components/error-boundary.tsx"
    },
    {
      family: "next",
      title: /^500: Internal Server Error|^An unexpected error has occurred$/u,
      most: MESSAGE,
      reference: "next packages/next/src/pages/_error.tsx"
    },
    {
      family: "tomcat",
      title: /^(?:HTTP Status 5\d\d|Apache Tomcat\/[\d.]+ - Error report)/u,
      reference: "org.apache.catalina.valves.ErrorReportValve"
    },
    {
      family: "spring",
      heading: /^Whitelabel Error Page$/u,
      visible: /This application has no (?:explicit mapping|configured error view)/u,
      most: TRACE,
      reference: "spring-boot, ErrorMvcAutoConfiguration.StaticView"
    },
    {
      family: "java",
      visible:
        /^(?:Exception in thread "[^"]*" |Error 5\d\d\b[^\n]*\n|HTTP ERROR 5\d\d\b[^\n]*\n)?(?:(?:[a-z]\w{0,80}\.){2,}[A-Z]\w*(?:Exception|Error)\b[\s\S]{0,600}?\bat (?:[\w$]+\.)+[\w$<>]+\((?:\w+\.(?:java|kt|scala)(?::\d+)?|Native Method|Unknown Source)\))/u,
      most: TRACE,
      reference: "java.lang.Throwable, printStackTrace"
    },
    {
      family: "java",
      title: /^Error 5\d\d\b/u,
      heading: /^HTTP ERROR:? 5\d\d\b/u,
      reference: "jetty, ErrorHandler"
    },
    {
      family: "java",
      title: /^(?:ERROR|Error Occurred While Processing Request)$/u,
      heading: /^Error (?:Occurred While Processing Request|processing request)$/u,
      reference: "undertow; coldfusion"
    },
    {
      family: "java",
      visible:
        /(?:^|\n)(?:[a-z]\w{0,80}\.){2,}[A-Z]\w*(?:Exception|Error)\b[^\n]{0,300}?(?:\s+at (?:[\w$]+[./])+[\w$<>]+\([\w ]+(?:\.(?:java|kt))?(?::\d+)?\)){5}/u,
      most: TRACE,
      absent: ARTICLE,
      reference: "java.lang.Throwable, printStackTrace into a page"
    },
    {
      family: "java",
      heading: /^(?:Error 5\d\d--Internal Server Error|HTTP Status 5\d\d\b)/u,
      reference: "weblogic; glassfish and payara, ErrorReportValve"
    },
    {
      family: "dotnet",
      heading: /^Server Error in ['‘’"][^'‘’"]*['‘’"] Application\.?$/u,
      reference: "System.Web.ErrorFormatter"
    },
    {
      family: "dotnet",
      title: /^Runtime Error$/u,
      visible: /\bServer Error in '[^'\n]*' Application\./u,
      most: MESSAGE,
      reference:
        "title and sentence of ASP.NET's runtime error page, which learn.microsoft.com quotes and Mono writes too"
    },
    {
      family: "dotnet",
      heading: /^(?:An unhandled exception occurred while processing the request\.|HTTP Error 50\d\.\d+ - )/u,
      reference: "aspnetcore, DeveloperExceptionPage; ANCM"
    },
    {
      family: "dotnet",
      title: /^(?:Error|IIS [\d.]+ Detailed Error - 50\d)/u,
      visible:
        /(?:^|\n)(?:Error\.\n)?An error occurred while processing your request\.\n[\s\S]{0,60}Request ID:|HTTP Error 50\d/u,
      most: MESSAGE,
      reference: "aspnetcore templates, Error.cshtml; IIS custom errors"
    },
    {
      family: "dotnet",
      visible:
        /(?:^|\n)(?:Microsoft OLE DB Provider for|Microsoft VBScript runtime|Microsoft VBScript compilation|ADODB\.\w+|Active Server Pages|Provider)[\w ]* error '(?:[\da-f]{8}|ASP \d+)'/u,
      most: MESSAGE,
      absent: ARTICLE,
      reference: "IIS, classic ASP errors"
    },
    {
      family: "dotnet",
      visible:
        /^(?:Unhandled exception\. )?System\.[\w.]+Exception(?: \(0x[\dA-F]+\))?: [\s\S]{1,800}?\n? ?at [\w.`<>]+\(/u,
      most: TRACE,
      reference: "System.Exception.ToString"
    },
    {
      family: "go",
      end: /\bgoroutine \d+ \[running\]:\s[\s\S]{1,1800}?\.go:\d+/u,
      reference: "go runtime/debug.Stack"
    },
    {
      family: "go",
      visible: /^(?:http: )?panic: [\s\S]{1,600}?goroutine \d+ \[/iu,
      most: TRACE,
      reference: "go runtime/panic.go"
    },
    { family: "go", visible: /^goroutine \d+ \[running\]:/iu, most: TRACE, reference: "go runtime/panic.go" },
    {
      family: "go",
      visible:
        /^(?:[\w ]{0,60}: )?(?:open [\w./-]+: (?:no such file or directory|permission denied)$|invalid character '[^\n]{1,4}' looking for beginning of value|runtime error: (?:invalid memory address|index out of range|slice bounds)|dial tcp [\d.[\]:]+: connect: )/u,
      most: SENTENCE,
      reference: "go runtime/error.go; net.OpError"
    },
    {
      family: "go",
      end: /\btemplate: [\w./-]{1,80}:\d+:\d+: executing (?:"|&#34;|&quot;)[^\n]{1,200}(?:"|&#34;|&quot;) at (?:<|&lt;)[^\n]{1,400}\s*$/u,
      reference: "go text/template/exec.go"
    },
    {
      family: "python",
      visible:
        /^(?:Internal Server Error\n|500 Internal Server Error\n)?Traceback \(most recent call last\): ?\n? ?File "/u,
      most: TRACE,
      reference: "CPython Lib/traceback.py"
    },
    {
      family: "python",
      end: /Traceback \(most recent call last\):\s[\s\S]{1,1900}(?:\n|>)\s*[\w.]+(?:Error|Exception|Warning|Interrupt|Exit)\b[^<]{0,600}(?:\s|<br ?\/?>|<\/(?:b|p|div|pre|code|body)>|-->)*$/u,
      reference: "CPython Lib/traceback.py, printed into a page"
    },
    {
      family: "python",
      visible: /(?:^|\n)Traceback \(most recent call last\): ?\n?File "[^"\n]{1,300}", line \d+/u,
      most: MESSAGE,
      absent: ARTICLE,
      reference: "CPython Lib/traceback.py, printed into a page"
    },
    {
      family: "python",
      visible:
        /A problem occurred in a Python script\.|^A server error occurred\. Please contact the administrator\.$/u,
      most: TRACE,
      reference: "CPython Lib/cgitb.py; Lib/wsgiref/handlers.py"
    },
    {
      family: "python",
      visible: /^--- no python application found, check your startup logs for errors ---/u,
      most: SENTENCE,
      reference: "uwsgi plugins/python/wsgi_handlers.c"
    },
    {
      family: "nginx",
      title: /^Error$/u,
      heading: /^An error occurred\.$/u,
      most: SENTENCE,
      reference: "nginx html/50x.html"
    },
    {
      visible: /^(?:Error )?50[0124]\n[^\n]{0,120}\b(?:went wrong|error|unexpected)\b/iu,
      most: SENTENCE,
      absent: ARTICLE,
      reference: "error pages of dashboard templates"
    },
    {
      visible: /^5(?:00|02|04)\n[^\n]{1,80}$/u,
      most: 100,
      reference: "laravel errors::500 in any language; next _error.tsx"
    },
    {
      title: /^(?:http )?(?:error:? )?(?:503:?(?: [-–|:] |: | )?)?service (?:temporarily )?unavailable$/iu,
      most: SENTENCE,
      reference: "haproxy; envoy; traefik; aspnetcore"
    },
    {
      title: new RegExp(
        String.raw`^(?:http )?(?:error:? )?5\d\d:?(?: [-–|:] |: | )?(?:${STATUS}|error|server error)(?:$| [-–|] )`,
        "iu"
      ),
      most: MESSAGE,
      reference: "nginx ngx_http_special_response.c; haproxy; aiohttp; tornado; bottle; nuxt"
    },
    {
      heading: new RegExp(
        String.raw`^(?:http )?(?:error:? )?(?:5\d\d\b[-–|: ]*)?(?:${STATUS}|server error)[.!]?$`,
        "iu"
      ),
      most: SENTENCE,
      reference: "httpd modules/http/http_protocol.c; gunicorn; nextcloud"
    },
    {
      visible: new RegExp(
        String.raw`^(?:(?:${STATUS})[.!]?|(?:error )?5\d\d[\n:\s-]+(?:${STATUS}|server error)[.!]?(?:\n[^\n]{0,80})?)$`,
        "iu"
      ),
      most: SENTENCE,
      reference: "go net/http Error; koa; starlette; laravel errors::500"
    }
  ]
}
