import type { Domain, MarkerRecord } from "@mon/model"
import { useRef, useState } from "react"
import { ApiProblem } from "../api/client.ts"
import { clockChangeOf } from "../form/clockChange.ts"
import { useClockHint } from "../form/clockSentence.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { browserZone } from "../words/format.ts"
import { markersDe } from "./markers.de.ts"
import { markersEn } from "./markers.en.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { addMarker, removeMarker, useMarkers } from "./markerQueries.ts"

const markerWords = { en: markersEn, de: markersDe } as const

/** The length of a time without seconds, such as `2027-03-28T02:30`. */
const MINUTE_LENGTH = 16
/**
 * The maximum length of a marker's text. It equals `markerLimits` of @mon/model, whose values are not part of this
 * build.
 */
const TEXT_LENGTH = 200
const LINK_LENGTH = 2_048

const MarkerForm = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(markerWords)
  const fields = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState("")
  const zone = browserZone()
  const hint = useClockHint(clockChangeOf(zone, typed.slice(0, MINUTE_LENGTH))) ?? words.timeHint(zone)
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    const valueOf = (name: string) => String(data.get(name)).trim()
    const time = valueOf("time") === "" ? null : Date.parse(valueOf("time"))
    if (time !== null && Number.isNaN(time)) throw new ApiProblem(400, words.timeWrong)
    await addMarker(id, {
      text: valueOf("text"),
      ...(time === null ? {} : { time: new Date(time).toISOString() }),
      ...(valueOf("link") === "" ? {} : { link: valueOf("link") })
    })
    fields.current?.reset()
    setTyped("")
    notify(words.added)
  })
  return (
    <form ref={fields} className={form["plain"]} onSubmit={onSubmit}>
      <Field label={words.text}>
        {(shared) => <input {...shared} name="text" required maxLength={TEXT_LENGTH} autoComplete="off" />}
      </Field>
      <Field label={words.time} hint={hint}>
        {(shared) => (
          <input
            {...shared}
            name="time"
            type="datetime-local"
            step={1}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Field label={words.link} hint={words.linkHint}>
        {(shared) => (
          <input {...shared} name="link" type="url" pattern="[Hh][Tt][Tt][Pp][Ss]?://.+" maxLength={LINK_LENGTH} />
        )}
      </Field>
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button type="submit" kind="primary" disabled={isRunning}>
          {words.add}
        </Button>
      </div>
    </form>
  )
}

const Marker = ({
  canWrite,
  id,
  marker: { at, by, id: markerId, link, text }
}: {
  readonly id: string
  readonly canWrite: boolean
  readonly marker: MarkerRecord
}) => {
  const words = useScreenWords(markerWords)
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    await removeMarker(id, markerId)
    notify(words.removed)
  }
  return (
    <li>
      <div className={css["row"]}>
        <div className={css["grow"]}>
          <bdi>{text}</bdi>
          <span className={css["under"]}>
            <Exact at={at} /> {by === null ? null : <bdi>{words.by(by)} </bdi>}
            {link === null ? null : (
              <a href={link} target="_blank" rel="noreferrer noopener nofollow">
                {words.open} ↗
              </a>
            )}
          </span>
        </div>
        {canWrite ? (
          <Button kind="danger" aria-label={words.removeOne(text)} onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        ) : null}
      </div>
      <Confirm
        open={isRemoving}
        title={words.removeTitle}
        action={words.remove}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        <p>
          <bdi>{text}</bdi>
        </p>
        <p>{words.removeHint}</p>
      </Confirm>
    </li>
  )
}

const MarkersDialog = ({
  domain: { access, id },
  onClose
}: {
  readonly domain: Domain
  readonly onClose: () => void
}) => {
  const words = useScreenWords(markerWords)
  const query = useMarkers(id)
  const canWrite = access !== "read"
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <div className={css["text"]}>
        <p className={css["small"]}>{words.hint}</p>
        {canWrite ? <MarkerForm id={id} /> : <p className={css["small"]}>{words.readOnly}</p>}
        <h3 className={css["heading"]}>{words.recent}</h3>
        <Loaded query={query} rows={2}>
          {(markers) =>
            markers.length === 0 ? (
              <p className={css["small"]}>{words.none}</p>
            ) : (
              <ol className={css["list"]} aria-label={words.recent}>
                {markers.map((marker) => (
                  <Marker key={marker.id} id={id} canWrite={canWrite} marker={marker} />
                ))}
              </ol>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}

export default MarkersDialog
