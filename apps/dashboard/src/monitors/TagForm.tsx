import { type FormEvent, useState } from "react"
import { endpoints } from "../api/endpoints.ts"
import type { Monitor, MonitorTag } from "../api/monitors.ts"
import { queryClient, useTags } from "../api/queries.ts"
import { Button } from "../ui/Button.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./BulkBar.module.css"

export const TagForm = ({
  known,
  onChoose,
  selected
}: {
  readonly selected: ReadonlyArray<Monitor>
  readonly known: ReadonlyArray<MonitorTag>
  readonly onChoose: (tag: MonitorTag) => void
}) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const [problem, setProblem] = useState<string | null>(null)
  const tags = useTags(true).data ?? known
  const create = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim()
    if (name === "") return
    try {
      const tag = await endpoints.createTag(name)
      await queryClient.invalidateQueries({ queryKey: ["tags"] })
      onChoose(tag)
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  const having = (id: string): number => selected.filter((monitor) => monitor.tags.some((tag) => tag.id === id)).length
  return (
    <form className={css["form"]} onSubmit={(event) => void create(event)}>
      <div className={css["tags"]}>
        {tags.map((tag) => {
          const count = having(tag.id)
          const isOnAll = count === selected.length
          return (
            <Button
              key={tag.id}
              disabled={isOnAll}
              title={isOnAll ? words.bulk.tagAll : count > 0 ? words.bulk.tagSome : undefined}
              onClick={() => onChoose(tag)}
            >
              {tag.name}
              {isOnAll ? " ✓" : ""}
            </Button>
          )
        })}
      </div>
      <div className={css["new"]}>
        <label className={css["field"]}>
          {words.bulk.newTag}
          <input name="name" maxLength={100} autoComplete="off" />
        </label>
        <Button type="submit">{words.bulk.addTag}</Button>
      </div>
      {problem === null ? null : <p role="alert">{problem}</p>}
    </form>
  )
}
