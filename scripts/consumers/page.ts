import { diffText, htmlText, renderHtml } from "@mon/diff-engine"
import { isDisposable } from "@mon/disposable-check/browser"
import { correctSpf, parseDmarc, parseSpf } from "@mon/email-health"

const text = (price: number) => htmlText(`<h1>Prices</h1><p>Starter: <b>${price}</b> EUR`).lines.join("\n")

/** The results of the packages in a page. scripts/consumer-page.mjs compares them with what is expected. */
const results = () => {
  const diff = diffText(text(39), text(49))
  return {
    disposable: ["bob@mailinator.com", "anna@gmail.com"].map((address) => isDisposable(address)),
    headline: diff.headline,
    drawn: renderHtml(diff).includes("49"),
    spf: correctSpf("v=spf1 include=_spf.example.com -all"),
    offset: parseSpf("v=spf1 a:exam ple.com -all").errors[0]?.offset,
    dmarc: parseDmarc("v=DMARC1; p=none").ok
  }
}

Reflect.set(globalThis, "results", results)
