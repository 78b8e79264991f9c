interface ConsentBanner {
  readonly product: string
  readonly containers: ReadonlyArray<string>
  readonly locks?: ReadonlyArray<string>
}

/**
 * The containers of consent products. Only selectors that no site uses for other content are included, so generic names
 * such as "cookie" or "banner" are missing. All are in DuckDuckGo's autoconsent rules
 * (github.com/duckduckgo/autoconsent at 1eb5122, 2026-08-22).
 */
const consentBanners: ReadonlyArray<ConsentBanner> = [
  { product: "OneTrust", containers: ["#onetrust-consent-sdk", "#onetrust-banner-sdk", ".onetrust-pc-dark-filter"] },
  { product: "Cookiebot", containers: ["#CybotCookiebotDialog", "#CybotCookiebotDialogBodyUnderlay"] },
  { product: "Usercentrics", containers: ["#usercentrics-root", "#usercentrics-cmp-ui"], locks: [".overflowHidden"] },
  { product: "Didomi", containers: ["#didomi-host"] },
  { product: "Quantcast Choice", containers: ["#qc-cmp2-container"] },
  { product: "Google consent messages", containers: [".fc-consent-root"] },
  { product: "Sourcepoint", containers: ["div[id^='sp_message_container_']"], locks: [".sp-message-open"] },
  {
    product: "TrustArc",
    containers: [
      "#truste-consent-track",
      ".truste_overlay",
      ".truste_box_overlay",
      ".truste_popframe",
      ".trustarc-banner-container"
    ]
  },
  { product: "consentmanager", containers: ["#cmpbox", "#cmpbox2"] },
  { product: "iubenda", containers: ["#iubenda-cs-banner"] },
  { product: "CookieYes", containers: [".cky-consent-container", ".cky-overlay"] },
  { product: "GDPR Cookie Consent", containers: ["#cookie-law-info-bar"] },
  { product: "Complianz", containers: ["#cmplz-cookiebanner-container", ".cmplz-cookiebanner"] },
  { product: "Borlabs Cookie", containers: ["#BorlabsCookieBox"] },
  { product: "Moove GDPR", containers: ["#moove_gdpr_cookie_info_bar"] },
  { product: "Osano", containers: [".osano-cm-window"] },
  { product: "Termly", containers: ["#termly-code-snippet-support"] },
  { product: "Axeptio", containers: [".axeptio_mount"] },
  { product: "tarteaucitron", containers: ["#tarteaucitronRoot"] },
  { product: "Klaro", containers: [".klaro"] },
  { product: "Civic Cookie Control", containers: ["#ccc-module", "#ccc-overlay"] },
  { product: "HubSpot", containers: ["#hs-eu-cookie-confirmation"] },
  { product: "Cookie-Script", containers: ["#cookiescript_injected"] },
  { product: "CookieFirst", containers: [".cookiefirst-root"] },
  { product: "CookieConsent", containers: ["#cc--main", "#cc-main"] },
  { product: "Shopify", containers: ["#shopify-pc__banner"] },
  { product: "Ketch", containers: ["#ketch-banner", "#ketch-modal"] },
  { product: "Transcend", containers: ["#transcend-consent-manager"] }
]

const hidden = consentBanners.flatMap(({ containers }) => containers).join(", ")
const unlocked = consentBanners
  .flatMap(({ locks = [] }) => locks)
  .flatMap((lock) => [`html${lock}`, `body${lock}`])
  .join(", ")

export const consentStyle = `${hidden} { display: none !important; } ${unlocked} { overflow: visible !important; position: static !important; }`
