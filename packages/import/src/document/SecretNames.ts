export class SecretNames {
  readonly values = new Map<string, string>()
  readonly paths = new Map<string, string>()

  /**
   * Stores a secret and returns the text that replaces it in the file. `path` is the path of the secret, such as
   * `domains.kuma-12.request.body`.
   */
  textFor(path: string, value: string): string {
    const [, ...parts] = path.split(".")
    const base = parts
      .filter((part) => part !== "request" && part !== "settings")
      .join("_")
      .toUpperCase()
      .replace(/[^A-Z0-9]+/gu, "_")
    let name = base
    for (let number = 2; this.values.has(name); number++) name = `${base}_${number}`
    this.values.set(name, value)
    this.paths.set(name, path)
    return `\${env:${name}}`
  }
}
