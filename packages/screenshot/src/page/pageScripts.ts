/**
 * The pause at each scroll position, in milliseconds. During the pause, the page's scripts start to load visible
 * content.
 */
const PAUSE_MS = 40

/**
 * Returns a script that scrolls at most `maxHeight` pixels down the page and back, and waits for the images in this
 * part. Without this script, the browser would load lazy images only with the next frame, which can take long on a busy
 * machine.
 */
export const scrollThrough = (maxHeight: number, step: number): string => `
  (async () => {
    const place = window.scrollY
    for (let y = 0; y < Math.min(document.documentElement.scrollHeight, ${maxHeight}); y += ${step}) {
      window.scrollTo({ top: y, behavior: "instant" })
      await new Promise((resolve) => setTimeout(resolve, ${PAUSE_MS}))
    }
    window.scrollTo({ top: place, behavior: "instant" })
    const isHere = (element) => element.getBoundingClientRect().top + place < ${maxHeight}
    for (const element of [...document.querySelectorAll("[loading=lazy]")].filter(isHere)) element.loading = "eager"
    const loading = [...document.images].filter((image) => !image.complete && isHere(image))
    await Promise.all(
      loading.map(
        (image) =>
          new Promise((resolve) => {
            image.addEventListener("load", resolve)
            image.addEventListener("error", resolve)
          })
      )
    )
  })()`

export const pageHeight = "Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0)"

/** Returns a script that applies a style sheet in the only way that works with every content security policy. */
export const applyStyle = (css: string): string => `
  (() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(css)})
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })()`

/**
 * Returns a script that returns the document as text, at most `length` code units long. Elements that style sheets hide
 * get the attribute `hidden`, because a reader of the text does not know the style sheets. An element with `visibility:
 * hidden` can have visible children, so it gets the attribute only if it has no children.
 */
export const documentText = (length: number): string => `
  (() => {
    const isHidden = (element) => {
      const { display, visibility } = getComputedStyle(element)
      return display === "none" || (visibility !== "visible" && element.firstElementChild === null)
    }
    const hidden = [...(document.body?.querySelectorAll("*") ?? [])].filter(isHidden)
    for (const element of hidden) element.setAttribute("hidden", "")
    return (document.documentElement?.outerHTML ?? "").slice(0, ${length})
  })()`
