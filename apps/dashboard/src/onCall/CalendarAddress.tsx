import { useState } from "react"
import { onCallEndpoints, rereadOnCall, useCalendar } from "../alerts/onCallQueries.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Copy } from "../ui/Copy.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { onCallWords } from "./onCallWords.ts"

type Asked = "replace" | "remove"

/** Shows one secret address, or a button that makes it. */
const Address = ({ id, title, url }: { readonly id: string | null; readonly title: string; readonly url: string }) => {
  const words = useScreenWords(onCallWords).feed
  const [asked, setAsked] = useState<Asked | null>(null)
  const run = async () => {
    await (asked === "remove" ? onCallEndpoints.removeCalendar(id) : onCallEndpoints.makeCalendar(id))
    await rereadOnCall()
    notify(asked === "remove" ? words.removed : words.replaced)
  }
  return (
    <>
      <div className={screen["secret"]}>
        <code aria-label={words.address(title)}>{url}</code>
        <Copy text={url} label={words.copy(title)} />
      </div>
      <div className={screen["end"]}>
        <Button aria-label={words.removeOne(title)} onClick={() => setAsked("remove")}>
          {words.remove}
        </Button>
        <Button aria-label={words.replaceOne(title)} onClick={() => setAsked("replace")}>
          {words.replace}
        </Button>
      </div>
      <Confirm
        open={asked !== null}
        title={asked === "remove" ? words.removeTitle : words.replaceTitle}
        action={asked === "remove" ? words.remove : words.replace}
        onConfirm={run}
        onClose={() => setAsked(null)}
      >
        <p>{asked === "remove" ? words.removeHint : words.replaceHint}</p>
      </Confirm>
    </>
  )
}

const OneCalendar = ({ id, title }: { readonly id: string | null; readonly title: string }) => {
  const words = useScreenWords(onCallWords).feed
  const sentence = useSentence()
  const make = async () => {
    try {
      await onCallEndpoints.makeCalendar(id)
      await rereadOnCall()
    } catch (error) {
      notify(sentence(error))
    }
  }
  return (
    <section aria-label={title} className={screen["text"]}>
      <h3>{title}</h3>
      <Loaded query={useCalendar(id)} rows={1}>
        {({ url }) =>
          url === null ? (
            <div>
              <Button aria-label={words.makeOne(title)} onClick={() => void make()}>
                {words.make}
              </Button>
            </div>
          ) : (
            <Address id={id} title={title} url={url} />
          )
        }
      </Loaded>
    </section>
  )
}

/** The secret addresses with which calendar programs show the shifts of a schedule, and the person's own shifts. */
export const CalendarAddress = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(onCallWords).feed
  return (
    <>
      <h2>{words.title}</h2>
      <p className={screen["soft"]}>{words.hint}</p>
      <OneCalendar id={id} title={words.all} />
      <OneCalendar id={null} title={words.own} />
    </>
  )
}
