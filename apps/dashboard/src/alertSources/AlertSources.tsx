import type { AlertSource, NewAlertSource } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { rereadSources, sourceEndpoints, useSources } from "../alerts/sourceQueries.ts"
import { sourcesWords } from "../alerts/sourcesWords.ts"
import { useAccount } from "../api/queries.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { notify } from "../ui/notify.ts"
import { useSentence } from "../ui/Problem.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { Ago } from "../ui/time.tsx"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { alertSourcesWords } from "./alertSourcesWords.ts"
import { NewSourceForm } from "./NewSourceForm.tsx"
import { SenderSetup } from "./SenderSetup.tsx"

/** Returns why a source accepts no alerts. Null: it accepts alerts. */
const stopOf = ({ isActive, stoppedBy }: AlertSource): "owner" | "plan" | null =>
  stoppedBy !== null ? "plan" : isActive ? null : "owner"

const Standing = ({ source }: { readonly source: AlertSource }) => {
  const words = useScreenWords(alertSourcesWords)
  const stop = stopOf(source)
  return (
    <>
      {stop === null ? null : (
        <span className={css["chip"]} data-state={stop === "owner" ? "fair" : "bad"}>
          {words.stopped[stop]}
        </span>
      )}
      <span className={css["chip"]}>
        {source.lastReceivedAt === null ? (
          words.never
        ) : (
          <>
            {words.received} <Ago at={source.lastReceivedAt} />
          </>
        )}
      </span>
    </>
  )
}

const Switch = ({ source: { id, isActive, name, stoppedBy } }: { readonly source: AlertSource }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(alertSourcesWords)
  const sentence = useSentence()
  const set = async (isOn: boolean, canUndo: boolean) => {
    try {
      await sourceEndpoints.update(id, { isActive: isOn })
      await rereadSources()
      const undo = { label: common.toast.undo, run: () => void set(!isOn, false) }
      notify(isOn ? words.isOn(name) : words.isOff(name), canUndo ? undo : null)
    } catch (error) {
      notify(sentence(error))
    }
  }
  if (stoppedBy !== null) return null
  return (
    <Button aria-label={isActive ? words.offOne(name) : words.onOne(name)} onClick={() => void set(!isActive, true)}>
      {isActive ? words.off : words.on}
    </Button>
  )
}

const Row = ({
  onRemove,
  onRotate,
  source
}: {
  readonly source: AlertSource
  readonly onRemove: () => void
  readonly onRotate: () => void
}) => {
  const words = useScreenWords(alertSourcesWords)
  const { kinds } = useScreenWords(sourcesWords)
  const { kind, name, openIncidents, stoppedBy, tokenHint } = source
  const stop = stopOf(source)
  return (
    <li className={css["text"]}>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <span className={css["strong"]}>
            <bdi>{name}</bdi>
          </span>
          <span className={css["under"]}>
            {kinds[kind]} · {words.hint(tokenHint)}
          </span>
        </span>
        {openIncidents === 0 ? null : <Link href="/incidents">{words.openCount(openIncidents)}</Link>}
        <Standing source={source} />
      </div>
      {stop === null ? null : <p className={css["small"]}>{words.stoppedHint[stop]}</p>}
      <div className={css["row"]}>
        <Switch source={source} />
        {stoppedBy === null ? (
          <Button aria-label={words.rotateOne(name)} onClick={onRotate}>
            {words.rotate}
          </Button>
        ) : null}
        <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </li>
  )
}

/** The source whose token is on screen, and why it is shown. The token is stored nowhere else. */
interface Shown {
  readonly source: NewAlertSource
  readonly isNew: boolean
}

/**
 * Returns the dialogs that show a token: after a source was created, and after it got a new token. A closed dialog
 * forgets the token.
 */
const useTokens = () => {
  const words = useScreenWords(alertSourcesWords)
  const [isAdding, setAdding] = useState(false)
  const [rotated, setRotated] = useState<AlertSource | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => {
    setAdding(false)
    setShown(null)
  }
  const rotate = async () => {
    if (rotated === null) return
    const source = await sourceEndpoints.rotate(rotated.id)
    await rereadSources()
    setShown({ source, isNew: false })
  }
  const name = shown?.source.name ?? ""
  const title = shown === null ? words.addTitle : shown.isNew ? words.created(name) : words.rotatedTitle(name)
  return {
    add: () => setAdding(true),
    rotate: setRotated,
    dialogs: (
      <>
        <Dialog open={isAdding || shown !== null} onClose={close} title={title} wide={shown !== null}>
          {shown === null ? (
            <NewSourceForm onClose={close} onCreated={(source) => setShown({ source, isNew: true })} />
          ) : (
            <SenderSetup source={shown.source} onClose={close} />
          )}
        </Dialog>
        <Confirm
          open={rotated !== null}
          title={words.rotateTitle(rotated?.name ?? "")}
          action={words.rotate}
          onConfirm={rotate}
          onClose={() => setRotated(null)}
        >
          <p>{words.rotateHint}</p>
        </Confirm>
      </>
    )
  }
}

const AlertSources = () => {
  const words = useScreenWords(alertSourcesWords)
  const { format } = useLanguage()
  const query = useSources()
  const limit = useAccount().data?.limits.alertSources
  const used = query.data?.length
  const tokens = useTokens()
  const removal = useRemoval<AlertSource>(words, async ({ id }) => {
    await sourceEndpoints.remove(id)
    await rereadSources()
  })
  return (
    <Screen
      title={words.title}
      note={
        used === undefined || limit === undefined ? undefined : words.used(format.number(used), format.number(limit))
      }
      actions={
        <>
          <Curl path="/alert-sources" />
          <Button kind="primary" onClick={tokens.add}>
            {words.add}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(sources) =>
          sources.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint} />
          ) : (
            <div className={css["stack"]}>
              <p className={css["soft"]}>{words.about}</p>
              <ul className={css["list"]}>
                {sources.map((source) => (
                  <Row
                    key={source.id}
                    source={source}
                    onRemove={() => removal.ask(source)}
                    onRotate={() => tokens.rotate(source)}
                  />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      {tokens.dialogs}
      {removal.question}
    </Screen>
  )
}

export default AlertSources
