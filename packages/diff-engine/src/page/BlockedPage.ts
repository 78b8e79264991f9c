/** How a service that keeps programs away shows itself. */
export interface BlockSignature {
  readonly name: string
  /** In the visible text or the title. */
  readonly text?: RegExp
  /** In the page's source. */
  readonly source?: RegExp
}

/**
 * Pages that are shown instead of the wanted one. Each by words or addresses that its maker puts into it; seen in published copies of these pages and in
 * the documentation of the services named.
 */
export const BLOCK_SIGNATURES: ReadonlyArray<BlockSignature> = [
  { name: "Cloudflare challenge", text: /just a moment\.\.\.|checking (?:if the site connection is secure|your browser before accessing)|verify(?:ing)? you are human/iu, source: /cdn-cgi\/challenge-platform|cf-chl-|_cf_chl_opt/u },
  { name: "Cloudflare block", text: /attention required! \| cloudflare|sorry, you have been blocked/iu, source: /cf-error-details|cloudflare/iu },
  { name: "PerimeterX", text: /access to this page has been denied|press & hold to confirm/iu, source: /px-captcha|perimeterx|captcha\.px-cdn\.net/iu },
  { name: "DataDome", source: /captcha-delivery\.com/u },
  { name: "Imperva", source: /_Incapsula_Resource|Incapsula incident ID/u },
  { name: "Akamai", text: /access denied[\s\S]{0,300}reference\s*#\s*[0-9a-f.]+/iu, source: /errors\.edgesuite\.net|access denied/iu },
  { name: "AWS WAF", source: /awswaf\.com\/|AwsWafIntegration|gokuProps/u },
  { name: "Google", text: /our systems have detected unusual traffic from your computer network/iu, source: /google/iu },
  { name: "Sucuri", text: /sucuri website firewall - access denied/iu, source: /sucuri/iu },
  { name: "Kasada", source: /\/149e9513-01fa-4fb0-aad4-566afd725d1b\//u },
  { name: "captcha", text: /(?:complete|solve) the (?:captcha|security check)|are you a robot|i['’]m not a robot|prove (?:that )?you(?:'re| are) (?:human|not a robot)/iu, source: /recaptcha|hcaptcha|turnstile|captcha/iu }
]

/** A real page with a form that has a captcha says more than this. */
const WALL_CHARACTERS = 3_000

/** The name of the service that showed its own page instead of the wanted one; null: it is the wanted one. */
export const blockedBy = (html: string, visible: string, statusCode: number): string | null => {
  if (visible.length > WALL_CHARACTERS) return null
  const found = BLOCK_SIGNATURES.find(({ source, text }) => (text === undefined || text.test(visible)) && (source === undefined || source.test(html)))
  if (found !== undefined) return found.name
  return statusCode === 403 ? "the server (403)" : null
}
