import { useTags } from "../api/queries.ts"
import form from "../form/Form.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Add.module.css"
import { addWords } from "./addWords.ts"
import type { ChosenTags } from "./chosenTags.ts"

export const TagChoice = ({
  chosen,
  onChange
}: {
  readonly chosen: ChosenTags
  readonly onChange: (chosen: ChosenTags) => void
}) => {
  const { bulk } = useLanguage().words
  const words = useScreenWords(addWords)
  const tags = useTags(true).data ?? []
  const { ids, name } = chosen
  const count = ids.length + (name.trim() === "" ? 0 : 1)
  return (
    <details className={css["options"]}>
      <summary>
        {words.tagsForAll}
        {count === 0 ? null : ` (${count})`}
      </summary>
      <fieldset className={form["field"]} aria-label={words.tagsForAll}>
        {tags.map((tag) => (
          <label key={tag.id} className={form["check"]}>
            <input
              type="checkbox"
              checked={ids.includes(tag.id)}
              onChange={({ target }) =>
                onChange({ name, ids: target.checked ? [...ids, tag.id] : ids.filter((id) => id !== tag.id) })
              }
            />{" "}
            <bdi>{tag.name}</bdi>
          </label>
        ))}
        <label htmlFor="new-tag">{bulk.newTag}</label>
        <input
          id="new-tag"
          maxLength={100}
          autoComplete="off"
          value={name}
          onChange={({ target }) => onChange({ ids, name: target.value })}
        />
      </fieldset>
    </details>
  )
}
