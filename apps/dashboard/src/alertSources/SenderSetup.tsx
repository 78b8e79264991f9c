import type { NewAlertSource } from "@mon/model"
import { useSources } from "../alerts/sourceQueries.ts"
import { Button } from "../ui/Button.tsx"
import { Copy } from "../ui/Copy.tsx"
import screen from "../ui/Screen.module.css"
import { Ago } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./AlertSources.module.css"
import { alertSourcesWords } from "./alertSourcesWords.ts"
import { senderExamples } from "./senderExamples.ts"

/** Shows whether an alert has arrived since the source got the shown token. */
const Arrival = ({ source }: { readonly source: NewAlertSource }) => {
  const words = useScreenWords(alertSourcesWords)
  const last = useSources(true).data?.find(({ id }) => id === source.id)?.lastReceivedAt ?? null
  const hasArrived = last !== null && last !== source.lastReceivedAt
  return (
    <p role="status" className={hasArrived ? screen["good"] : screen["soft"]}>
      {hasArrived ? (
        <>
          {words.arrived} <Ago at={last} />
        </>
      ) : (
        words.waiting
      )}
    </p>
  )
}

const Secret = ({ copy, label, text }: { readonly text: string; readonly label: string; readonly copy: string }) => (
  <section className={css["part"]} aria-label={label}>
    <h3>{label}</h3>
    <div className={screen["secret"]}>
      <code>{text}</code>
      <Copy text={text} label={copy} />
    </div>
  </section>
)

/** Shows the token of a source, which is shown only once, and how the sender uses it. */
export const SenderSetup = ({ onClose, source }: { readonly source: NewAlertSource; readonly onClose: () => void }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(alertSourcesWords)
  return (
    <div className={screen["text"]}>
      <p>
        <b>{words.once}</b>
      </p>
      <Secret text={source.address} label={words.address} copy={words.copyAddress} />
      <Secret text={source.token} label={words.token} copy={words.copyToken} />
      <p>{words.setup[source.kind]}</p>
      {senderExamples(source).map(({ code, id }) => (
        <section key={id} className={css["part"]} aria-label={words.examples[id]}>
          <h3>{words.examples[id]}</h3>
          {id === "test" ? <p className={screen["small"]}>{words.testHint}</p> : null}
          <div className={css["example"]}>
            <pre className={screen["code"]} tabIndex={0} aria-label={words.examples[id]}>
              {code}
            </pre>
            <Copy text={code} label={words.copyExample(words.examples[id])} />
          </div>
        </section>
      ))}
      <Arrival source={source} />
      <div className={screen["end"]}>
        <Button kind="primary" onClick={onClose}>
          {common.dialog.close}
        </Button>
      </div>
    </div>
  )
}
