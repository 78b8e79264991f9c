/** How a service that keeps programs away shows itself. */
export interface BlockSignature {
  readonly name: string
  /** In the visible text or the title. */
  readonly text?: RegExp
  /** In the page's source. */
  readonly source?: RegExp
  /** Characters that the page shows at most: services put the same script into pages that they let through. */
  readonly max: number
  /** Where these words and addresses are published. */
  readonly seen: string
}

/** A page with a name of the service in its text: real ones that quote it say more. */
const WALL = 3_000
/** A page with a form that has a captcha says more. */
const FORM = 1_000
/** A page that is a script and asks for patience. */
const BARE = 400

/**
 * Pages that are shown instead of the wanted one, each by words or addresses that its maker puts into it.
 */
export const BLOCK_SIGNATURES: ReadonlyArray<BlockSignature> = [
  {
    name: "Cloudflare challenge",
    text: /just a moment\.\.\.|checking (?:if the site connection is secure|your browser before accessing)|verify(?:ing)? you are human/iu,
    source: /cdn-cgi\/challenge-platform|cf-chl-|_cf_chl_opt/u,
    max: WALL,
    seen: "developers.cloudflare.com/cloudflare-challenges; FlareSolverr"
  },
  {
    name: "Cloudflare block",
    text: /attention required! \| cloudflare|sorry, you have been blocked/iu,
    source: /cf-error-details|cloudflare/iu,
    max: WALL,
    seen: "developers.cloudflare.com/support, error 1020"
  },
  {
    name: "PerimeterX",
    text: /access to this page has been denied|press & hold to confirm/iu,
    source: /px-captcha|perimeterx\.(?:com|net)|captcha\.px-cdn\.net/iu,
    max: WALL,
    seen: "wafw00f, plugins/perimeterx.py"
  },
  {
    name: "DataDome",
    source: /captcha-delivery\.com/u,
    max: BARE,
    seen: "DataDome: block page with geo.captcha-delivery.com"
  },
  {
    name: "Imperva",
    source: /_Incapsula_Resource|Incapsula incident ID/u,
    max: BARE,
    seen: "wafw00f, plugins/incapsula.py"
  },
  {
    name: "Akamai",
    text: /access denied[\s\S]{0,300}reference\s*#\s*[0-9a-f.]+/iu,
    source: /errors\.edgesuite\.net|access denied/iu,
    max: WALL,
    seen: "identYwaf, Kona Site Defender"
  },
  {
    name: "AWS WAF",
    source: /awswaf\.com\/|AwsWafIntegration|gokuProps/u,
    max: BARE,
    seen: "docs.aws.amazon.com/waf, ChallengeAction and JavaScript integrations"
  },
  {
    name: "Google",
    text: /our systems have detected unusual traffic from your computer network/iu,
    source: /google/iu,
    max: WALL,
    seen: "support.google.com/websearch/answer/86640"
  },
  {
    name: "Sucuri",
    text: /sucuri website firewall.{0,20}access denied|access denied.{0,6}sucuri website firewall/iu,
    source: /sucuri/iu,
    max: WALL,
    seen: "wafw00f, plugins/sucuri.py"
  },
  {
    name: "Kasada",
    source: /\/149e9513-01fa-4fb0-aad4-566afd725d1b\/[\w/-]+\/ips\.js/u,
    max: BARE,
    seen: "interstitial with ips.js; normal pages with Vercel BotID load c.js from there"
  },
  {
    name: "captcha",
    text: /(?:complete|solve) the (?:captcha|security check)|are you a robot|i['’]m not a robot|prove (?:that )?you(?:'re| are) (?:human|not a robot)/iu,
    source: /recaptcha|hcaptcha|turnstile|captcha/iu,
    max: FORM,
    seen: "labels of reCAPTCHA, hCaptcha and Turnstile"
  }
]

/** The name of the service that showed its own page instead of the wanted one; null: it is the wanted one. */
export const blockedBy = (html: string, visible: string, statusCode: number): string | null => {
  const found = BLOCK_SIGNATURES.find(
    ({ max, source, text }) =>
      visible.length <= max &&
      (text === undefined || text.test(visible)) &&
      (source === undefined || source.test(html))
  )
  if (found !== undefined) return found.name
  return statusCode === 403 && visible.length <= WALL ? "the server (403)" : null
}
