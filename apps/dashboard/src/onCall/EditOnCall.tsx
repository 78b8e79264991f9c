import type { OnCallPerson, OnCallSchedule } from "@mon/model"
import { useState } from "react"
import { useLocation } from "wouter"
import {
  onCallEndpoints,
  type OnCallPreviewAnswer,
  rereadOnCall,
  useOnCallPeople,
  useOnCallSchedules
} from "../alerts/onCallQueries.ts"
import { serviceSentence } from "../alerts/serviceSentence.ts"
import { useSettings } from "../api/accountQueries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { ZoneInput } from "../form/ZoneInput.tsx"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { notify } from "../ui/notify.ts"
import { Absent, useSentence } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { LayerFields } from "./LayerFields.tsx"
import { draftOf, type LayerDraft, newDraft, newLayer, type OnCallDraft, toRequest } from "./onCallDraft.ts"
import { onCallWords } from "./onCallWords.ts"
import { Preview } from "./Preview.tsx"

const NAME_LENGTH = 60
const MOST_LAYERS = 50
const MODES = ["layered", "together"] as const

const OnCallForm = ({
  people,
  schedule,
  zone
}: {
  readonly schedule: OnCallSchedule | null
  readonly people: ReadonlyArray<OnCallPerson>
  readonly zone: string
}) => {
  const words = useScreenWords(onCallWords)
  const { words: common } = useLanguage()
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const members = people.filter(({ isMember }) => isMember).map(({ membershipId }) => membershipId)
  const [stored] = useState(() => (schedule === null ? newDraft(members, zone, Date.now()) : draftOf(schedule)))
  const [draft, setDraft] = useState(stored)
  const [preview, setPreview] = useState<OnCallPreviewAnswer | null>(null)
  const update = (changes: Partial<OnCallDraft>) => {
    setPreview(null)
    setDraft((before) => ({ ...before, ...changes }))
  }
  const changeLayer = (key: number, changes: Partial<LayerDraft>) =>
    update({ layers: draft.layers.map((layer) => (layer.key === key ? { ...layer, ...changes } : layer)) })
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const request = toRequest(draft)
    const saved =
      schedule === null ? await onCallEndpoints.create(request) : await onCallEndpoints.update(schedule.id, request)
    await rereadOnCall()
    notify(words.saved(saved.name))
    navigate(`/on-call/${saved.id}`)
  }, draft !== stored)
  const show = async () => {
    try {
      const request = { ...toRequest(draft), name: draft.name.trim() === "" ? words.title : draft.name.trim() }
      setPreview(
        schedule === null
          ? await onCallEndpoints.tryNew(request)
          : await onCallEndpoints.tryChange(schedule.id, request)
      )
    } catch (error) {
      notify(serviceSentence(sentence(error), common.language))
    }
  }
  return (
    <form className={form["form"]} onSubmit={onSubmit}>
      <Field label={words.name}>
        {(shared) => (
          <input
            {...shared}
            required
            maxLength={NAME_LENGTH}
            autoComplete="off"
            value={draft.name}
            onChange={({ target }) => update({ name: target.value })}
          />
        )}
      </Field>
      <Field label={words.timezone}>
        {(shared) => (
          <ZoneInput {...shared} value={draft.timezone} onChange={({ target }) => update({ timezone: target.value })} />
        )}
      </Field>
      <fieldset className={form["parts"]}>
        <legend>{words.layersTitle}</legend>
        <p>{words.layersHint}</p>
        {draft.layers.map((layer, index) => (
          <LayerFields
            key={layer.key}
            number={index + 1}
            layer={layer}
            people={people}
            onChange={(changes) => changeLayer(layer.key, changes)}
            onRemove={
              draft.layers.length === 1
                ? null
                : () => update({ layers: draft.layers.filter(({ key }) => key !== layer.key) })
            }
          />
        ))}
        {draft.layers.length >= MOST_LAYERS ? null : (
          <Button
            onClick={() => {
              const key = Math.max(-1, ...draft.layers.map((layer) => layer.key)) + 1
              update({ layers: [...draft.layers, newLayer(key, [[]], draft.timezone, Date.now())] })
            }}
          >
            {words.addLayer}
          </Button>
        )}
      </fieldset>
      {draft.layers.length < 2 ? null : (
        <Field label={words.mode}>
          {(shared) => (
            <select
              {...shared}
              value={draft.mode}
              onChange={({ target }) => update({ mode: MODES.find((mode) => mode === target.value) ?? "layered" })}
            >
              {MODES.map((mode) => (
                <option key={mode} value={mode}>
                  {words.modes[mode]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div>
        <Button onClick={() => void show()}>{words.showPreview}</Button>
      </div>
      <div role="status">
        {preview === null ? null : <Preview preview={preview} zone={draft.timezone} isNew={schedule === null} />}
      </div>
      <FormProblem problem={problem === null ? null : serviceSentence(problem, common.language)} />
      <div className={form["save"]}>
        <Button type="submit" kind="primary" disabled={isRunning}>
          {words.saveSchedule}
        </Button>
        <ButtonLink href={schedule === null ? "/on-call" : `/on-call/${schedule.id}`}>
          {common.dialog.cancel}
        </ButtonLink>
      </div>
    </form>
  )
}

const EditOnCall = ({ id }: { readonly id?: string }) => {
  const words = useScreenWords(onCallWords)
  const query = useOnCallSchedules()
  const people = useOnCallPeople()
  const zone = useSettings().data?.timezone
  const schedule = query.data?.find((one) => one.id === id) ?? null
  if (id !== undefined && query.data !== undefined && schedule === null) return <Absent />
  return (
    <Screen title={schedule === null ? words.addTitle : words.editTitle(schedule.name)}>
      <Loaded query={query}>
        {() => (
          <Loaded query={people}>
            {(known) => (zone === undefined ? null : <OnCallForm schedule={schedule} people={known} zone={zone} />)}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  )
}

export default EditOnCall
