import { useEffect, useRef, useState } from "react"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

const FRAME = "status-preview"
/** The delay between the last change and the update of the preview, in milliseconds. */
const PAUSE_MS = 600

/**
 * Shows the page as readers would see it. The service renders the page. The form's input is posted into a frame,
 * because the page's styles need the headers of a separate response. Each response gets a new frame, so that the
 * preview adds no entries to the browser's history.
 */
export const Preview = ({ input }: { readonly input: string }) => {
  const words = useScreenWords(statusPagesWords)
  const form = useRef<HTMLFormElement>(null)
  const [shown, setShown] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setShown(input), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [input])
  useEffect(() => form.current?.submit(), [shown])
  return (
    <section className={css["aside"]} aria-labelledby="preview-title">
      <h2 id="preview-title">{words.preview}</h2>
      <p className={screen["small"]}>{words.previewHint}</p>
      <form ref={form} hidden method="post" action="/status-preview" target={FRAME}>
        <input type="hidden" name="page" value={shown} readOnly />
      </form>
      <iframe key={shown} name={FRAME} title={words.previewFrame} sandbox="" className={css["frame"]} />
    </section>
  )
}
