// The exports of the published packages, which the compiler reads from the sources. No build is needed.
import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { SyntaxKind } from "typescript/unstable/ast"
import { API, SymbolFlags } from "typescript/unstable/sync"

export const root = fileURLToPath(new URL("../../", import.meta.url))

/** Replaces links in a docblock with plain names. */
export const linked = (text) =>
  text.replaceAll(/\{@link ([^}\s|]+)(?:[ |]+([^}]+))?\}/gu, (_, name, label) => `\`${label ?? name}\``)

// A value and a type may share a name. The value comes first, because the type follows from it.
const DECLARATION_ORDER = [
  SyntaxKind.VariableDeclaration,
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration
]

const read = (project, symbol) => {
  const { checker } = project
  const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const declarations = target.declarations
    .map((handle) => handle.resolve(project))
    .toSorted((one, other) => DECLARATION_ORDER.indexOf(one.kind) - DECLARATION_ORDER.indexOf(other.kind))
  const tags = target.getJsDocTags(checker)
  const [declaration] = declarations
  return {
    name: symbol.name,
    declarations,
    key: `${declaration.getSourceFile().fileName}:${declaration.pos}`,
    file: relative(root, declaration.getSourceFile().fileName),
    sentence: linked(target.getDocumentationComment(checker)).trim(),
    examples: tags
      .filter(({ name }) => name === "example")
      .map(({ text }) => (typeof text === "string" ? text : (text ?? []).map((part) => part.text).join("")).trim())
  }
}

const place = ({ subpath }) => (subpath === "." ? 0 : 1)

/** Returns the published packages in alphabetical order, each with its entry points and their exports. */
export const readPackages = (project) =>
  globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), "utf8"))
      if (manifest.private === true) return []
      const entries = Object.entries(manifest.exports).flatMap(([subpath, { "@mon/source": source }]) => {
        if (source === undefined) return []
        const module = project.program.getSourceFile(join(root, dirname(file), source))
        const symbols = project.checker.getExportsOfModule(project.checker.getSymbolAtLocation(module))
        const exported = symbols
          .map((symbol) => read(project, symbol))
          .toSorted((one, other) => one.name.localeCompare(other.name, "en"))
        return [{ subpath, name: manifest.name + subpath.slice(1), exported }]
      })
      // A command has no exports.
      if (entries.length === 0) return []
      return [{ folder: dirname(file), manifest, entries: entries.toSorted((one, other) => place(one) - place(other)) }]
    })

/** Opens the workspace, and closes the compiler's process afterwards. */
export const withProject = (use) => {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, "tsconfig.json")] }).getProjects()
    return use(project)
  } finally {
    api.close()
  }
}
