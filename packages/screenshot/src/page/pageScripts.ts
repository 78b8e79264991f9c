/** Milliseconds at each scroll position, so that scripts of the page start to load what comes into view. */
const PAUSE_MS = 40

/**
 * Scrolls down the page and back, at most `maxHeight` pixels, and waits for the images there. The browser itself would
 * load lazy ones only with the next frame, which can take long on a busy machine.
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

/** The height of the whole page in pixels. */
export const pageHeight = "Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0)"

/** Applies a style sheet in the only way that a content security policy allows. */
export const applyStyle = (css: string): string => `
  (() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(css)})
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })()`

/**
 * The document as text, at most `length` code units. Elements that style sheets hide get the attribute `hidden`: a
 * reader of the text cannot know the style sheets. An invisible element can have visible parts, so it is marked only if
 * it has no elements in it.
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
