import { useMonitors, useTags } from "../api/queries.ts"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Choices } from "../form/Choices.tsx"
import { Button } from "../ui/Button.tsx"
import { MoveButtons } from "../ui/MoveButtons.tsx"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type ComponentItem, moved, newComponent, newKey, type PageDraft, replaced } from "./pageDraft.ts"
import { type Change, CheckField, TextField } from "./SmallFields.tsx"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

const MOST_GROUPS = 50
const MOST_COMPONENTS = 200

interface Part {
  readonly draft: PageDraft
  readonly onChange: Change<PageDraft>
}

export const GroupFields = ({ draft: { groups }, onChange }: Part) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.groupsTitle}</legend>
      <p>{words.groupsHint}</p>
      {groups.map(({ id, name }, at) => (
        <div key={id} className={css["group"]}>
          <input
            aria-label={words.group(at + 1)}
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => onChange({ groups: replaced(groups, at, { name: target.value }) })}
          />
          <Button
            aria-label={words.groupRemove(at + 1)}
            onClick={() => onChange({ groups: groups.filter((group) => group.id !== id) })}
          >
            ×
          </Button>
        </div>
      ))}
      {groups.length >= MOST_GROUPS ? null : (
        <Button onClick={() => onChange({ groups: [...groups, { id: newKey(), name: "" }] })}>{words.groupAdd}</Button>
      )}
    </fieldset>
  )
}

const ComponentField = ({
  at,
  count,
  draft: { components, groups },
  item,
  onChange
}: Part & { readonly item: ComponentItem; readonly at: number; readonly count: number }) => {
  const words = useScreenWords(statusPagesWords)
  const monitors = (useMonitors().data ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const tags = useTags(true).data ?? []
  const change = (changes: Partial<ComponentItem>) => onChange({ components: replaced(components, at, changes) })
  const called = item.name.trim() === "" ? words.component(at + 1) : item.name
  return (
    <fieldset className={form["item"]}>
      <legend>
        <bdi>{called}</bdi>
      </legend>
      <TextField
        label={words.name}
        required
        maxLength={100}
        value={item.name}
        onChange={(text) => change({ name: text })}
      />
      {groups.length === 0 ? null : (
        <Field label={words.ofGroup}>
          {(shared) => (
            <select
              {...shared}
              value={item.groupId ?? ""}
              onChange={({ target }) => change({ groupId: target.value === "" ? null : target.value })}
            >
              <option value="">{words.noGroup}</option>
              {groups.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <details className={screen["details"]}>
        <summary>
          {words.monitors}: {words.follows(item.monitorIds.length + item.tagIds.length)}
        </summary>
        <Choices
          label={words.monitors}
          items={monitors}
          chosen={item.monitorIds}
          onChange={(monitorIds) => change({ monitorIds })}
        />
        {tags.length === 0 ? null : (
          <Choices label={words.tags} items={tags} chosen={item.tagIds} onChange={(tagIds) => change({ tagIds })} />
        )}
        <TextField
          label={words.description}
          maxLength={300}
          value={item.description}
          onChange={(text) => change({ description: text })}
        />
        <CheckField
          label={words.showsMonitors}
          checked={item.showsMonitors}
          onChange={(showsMonitors) => change({ showsMonitors })}
        />
        <CheckField
          label={words.showsUptime}
          checked={item.showsUptime}
          onChange={(showsUptime) => change({ showsUptime })}
        />
        <CheckField
          label={words.onlyIfDegraded}
          checked={item.onlyIfDegraded}
          onChange={(onlyIfDegraded) => change({ onlyIfDegraded })}
        />
      </details>
      <div className={screen["row"]}>
        <MoveButtons
          at={at}
          count={count}
          name={called}
          onMove={(to) => onChange({ components: moved(components, at, to) })}
        />
        <Button
          aria-label={words.componentRemove(called)}
          onClick={() => onChange({ components: components.filter(({ key }) => key !== item.key) })}
        >
          ×
        </Button>
      </div>
    </fieldset>
  )
}

export const ComponentFields = ({ draft, onChange }: Part) => {
  const words = useScreenWords(statusPagesWords)
  const { components } = draft
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.componentsTitle}</legend>
      <p>{words.componentsHint}</p>
      {components.map((item, at) => (
        <ComponentField
          key={item.key}
          item={item}
          at={at}
          count={components.length}
          draft={draft}
          onChange={onChange}
        />
      ))}
      {components.length >= MOST_COMPONENTS ? null : (
        <Button onClick={() => onChange({ components: [...components, newComponent()] })}>{words.componentAdd}</Button>
      )}
    </fieldset>
  )
}
