import { type Block, block } from './block.js'
import { type Fields, fieldsOf, listOf, textOf } from './fields.js'

interface Source {
  title: string
  location: string
}

const sources: Record<string, (annotation: Fields) => Source> = {
  url_citation: ({ title, url }) => ({ title: textOf(title), location: textOf(url) }),
  file_citation: ({ filename, file_id }) => ({ title: textOf(filename), location: textOf(file_id) }),
  container_file_citation: ({ filename, file_id, container_id }) => ({
    title: textOf(filename),
    location: `${textOf(file_id)} in container ${textOf(container_id)}`,
  }),
  file_path: ({ file_id }) => ({ title: '', location: textOf(file_id) }),
}

/** What the text of a response cites, each source once, numbered in the order of first mention. */
export function citationsBlock(output: unknown): Block | undefined {
  const cited = new Map<string, Source>()
  for (const source of annotationsOf(output).flatMap(sourceOf)) {
    if (!cited.has(source.location)) cited.set(source.location, source)
  }
  const entries = [...cited.values()].flatMap((source, index) => entry(source, index + 1))
  return entries.length === 0 ? undefined : block('Sources:', entries)
}

function annotationsOf(output: unknown): readonly unknown[] {
  const contents = listOf(output).flatMap((item) => listOf(fieldsOf(item).content))
  return contents.flatMap((part) => listOf(fieldsOf(part).annotations))
}

function sourceOf(annotation: unknown): Source[] {
  const fields = fieldsOf(annotation)
  const source = sources[textOf(fields.type)]?.(fields)
  return source === undefined ? [] : [source]
}

function entry({ title, location }: Source, number: number): string[] {
  const lines = [title, location].filter(Boolean)
  const lead = `${number}. `
  return lines.map((line, index) => (index === 0 ? lead : ' '.repeat(lead.length)) + line)
}
