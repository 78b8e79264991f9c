import type { OnCallPerson } from "@mon/model"
import { toggled } from "../form/Choices.tsx"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./OnCall.module.css"
import type { HoursDraft, LayerDraft } from "./onCallDraft.ts"
import { onCallWords } from "./onCallWords.ts"

const MOST_TURNS = 100
const NAME_LENGTH = 60
const UNITS = ["hours", "days", "weeks", "months"] as const
const NIGHTS: HoursDraft = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" }

interface LayerProps {
  readonly layer: LayerDraft
  readonly onChange: (changes: Partial<LayerDraft>) => void
}

const Turns = ({
  layer: { groups },
  onChange,
  people
}: LayerProps & { readonly people: ReadonlyArray<OnCallPerson> }) => {
  const words = useScreenWords(onCallWords)
  const change = (index: number, group: ReadonlyArray<string>) =>
    onChange({ groups: groups.map((one, at) => (at === index ? group : one)) })
  const moveUp = (index: number) => {
    const moved = [...groups]
    moved.splice(index - 1, 0, ...moved.splice(index, 1))
    onChange({ groups: moved })
  }
  return (
    <fieldset className={form["field"]}>
      <legend>{words.groups}</legend>
      <p>{words.groupsHint}</p>
      <div className={css["turns"]}>
        {groups.map((group, index) => (
          <fieldset key={index} className={css["turn"]}>
            <legend>{words.turn(index + 1)}</legend>
            {people
              .filter(({ isMember, membershipId }) => isMember || group.includes(membershipId))
              .map(({ membershipId, name }) => (
                <label key={membershipId} className={form["check"]}>
                  <input
                    type="checkbox"
                    checked={group.includes(membershipId)}
                    onChange={({ target }) => change(index, toggled(group, membershipId, target.checked))}
                  />{" "}
                  <bdi>{name}</bdi>
                </label>
              ))}
            {index === 0 ? null : (
              <Button aria-label={words.moveUp(index + 1)} onClick={() => moveUp(index)}>
                {words.up}
              </Button>
            )}
            {groups.length === 1 ? null : (
              <Button onClick={() => onChange({ groups: groups.filter((_, at) => at !== index) })}>
                {words.removeTurn(index + 1)}
              </Button>
            )}
          </fieldset>
        ))}
      </div>
      {groups.length >= MOST_TURNS ? null : (
        <div>
          <Button onClick={() => onChange({ groups: [...groups, []] })}>{words.addTurn}</Button>
        </div>
      )}
    </fieldset>
  )
}

const Hours = ({ layer: { counts, hours }, onChange }: LayerProps) => {
  const words = useScreenWords(onCallWords)
  if (hours === "own") return <p>{words.ownHours}</p>
  const update = (changes: Partial<HoursDraft>) => onChange({ hours: { ...(hours ?? NIGHTS), ...changes } })
  return (
    <>
      <label className={form["check"]}>
        <input
          type="checkbox"
          checked={hours !== null}
          onChange={({ target }) => onChange({ hours: target.checked ? NIGHTS : null })}
        />{" "}
        {words.limited}
      </label>
      {hours === null ? null : (
        <>
          <Field label={words.from}>
            {(shared) => (
              <input
                {...shared}
                type="time"
                required
                value={hours.from}
                onChange={({ target }) => update({ from: target.value })}
              />
            )}
          </Field>
          <Field label={words.to}>
            {(shared) => (
              <input
                {...shared}
                type="time"
                required
                value={hours.to}
                onChange={({ target }) => update({ to: target.value })}
              />
            )}
          </Field>
          <fieldset className={form["field"]}>
            <legend>{words.onDays}</legend>
            <div className={css["days"]}>
              {words.days.map((day, index) => (
                <label key={day} className={form["check"]}>
                  <input
                    type="checkbox"
                    checked={hours.days.includes(index + 1)}
                    onChange={({ target }) => update({ days: toggled(hours.days, index + 1, target.checked) })}
                  />{" "}
                  {day}
                </label>
              ))}
            </div>
          </fieldset>
          <label className={form["check"]}>
            <input
              type="checkbox"
              checked={counts === "active"}
              onChange={({ target }) => onChange({ counts: target.checked ? "active" : "all" })}
            />{" "}
            {words.counts}
          </label>
        </>
      )}
    </>
  )
}

const Limits = ({ isFirst, layer, onChange }: LayerProps & { readonly isFirst: boolean }) => {
  const words = useScreenWords(onCallWords)
  const ends = [
    ["from", words.begins],
    ["until", words.ends]
  ] as const
  return (
    <>
      {ends.map(([name, label]) => (
        <Field key={name} label={label} hint={words.optional}>
          {(shared) => (
            <input
              {...shared}
              type="datetime-local"
              value={layer[name].shown}
              onChange={({ target }) => onChange({ [name]: { ...layer[name], shown: target.value } })}
            />
          )}
        </Field>
      ))}
      {isFirst ? null : (
        <label className={form["check"]}>
          <input
            type="checkbox"
            checked={layer.joinsPrevious}
            onChange={({ target }) => onChange({ joinsPrevious: target.checked })}
          />{" "}
          {words.joins}
        </label>
      )}
    </>
  )
}

export const LayerFields = ({
  layer,
  number,
  onChange,
  onRemove,
  people
}: LayerProps & {
  readonly number: number
  readonly people: ReadonlyArray<OnCallPerson>
  readonly onRemove: (() => void) | null
}) => {
  const words = useScreenWords(onCallWords)
  return (
    <fieldset className={form["item"]}>
      <legend>{words.layer(number)}</legend>
      <Field label={words.layerName}>
        {(shared) => (
          <input
            {...shared}
            maxLength={NAME_LENGTH}
            autoComplete="off"
            value={layer.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        )}
      </Field>
      <Turns layer={layer} onChange={onChange} people={people} />
      <fieldset className={form["field"]}>
        <legend>{words.every}</legend>
        <div className={form["duration"]}>
          <input
            type="number"
            required
            min={1}
            aria-label={words.every}
            value={layer.every}
            onChange={({ target }) => onChange({ every: target.value })}
          />
          <select
            aria-label={words.every}
            value={layer.unit}
            onChange={({ target }) => onChange({ unit: UNITS.find((unit) => unit === target.value) ?? "weeks" })}
          >
            {UNITS.map((unit) => (
              <option key={unit} value={unit}>
                {words.units[unit]}
              </option>
            ))}
          </select>
        </div>
      </fieldset>
      <Field label={words.handOff} hint={words.handOffHint}>
        {(shared) => (
          <input
            {...shared}
            type="datetime-local"
            required
            value={layer.start}
            onChange={({ target }) => onChange({ start: target.value })}
          />
        )}
      </Field>
      <details className={form["more"]}>
        <summary>{words.more}</summary>
        <Hours layer={layer} onChange={onChange} />
        <Limits layer={layer} onChange={onChange} isFirst={number === 1} />
      </details>
      {onRemove === null ? null : <Button onClick={onRemove}>{words.removeLayer(number)}</Button>}
    </fieldset>
  )
}
