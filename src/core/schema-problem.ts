import type { ZodError } from 'zod'

type SchemaIssue = ZodError['issues'][number]

/** What a schema has against a value and where, without a word of the value. */
export function schemaProblem({ issues }: ZodError): { path: string; problem: string } {
  const issue = nearest(issues)
  return { path: issue?.path.join('.') ?? '', problem: issue ? problemOf(issue) : 'it does not fit' }
}

/** Of a union, the branch that has the least against it is the one that was meant. */
function nearest([issue]: readonly SchemaIssue[]): SchemaIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue
  const [branch] = [...issue.errors].sort((a, b) => a.length - b.length)
  const inner = branch && nearest(branch as SchemaIssue[])
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

function problemOf(issue: SchemaIssue): string {
  if (issue.code === 'invalid_type') return `it should be of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `it should be one of ${issue.values.join(', ')}`
  if (issue.code === 'unrecognized_keys') return 'it has a member that the schema does not know'
  return 'it is not as it should be'
}
