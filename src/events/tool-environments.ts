/** A new container for the shell tool. */
export interface ContainerAuto {
  type: 'container_auto'
  file_ids?: string[]
  memory_limit?: ContainerMemoryLimit | null
  network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist
  skills?: (SkillReference | InlineSkill)[]
}

/** A new container for the code interpreter. */
export interface CodeInterpreterContainer {
  type: 'auto'
  file_ids?: string[]
  memory_limit?: ContainerMemoryLimit | null
  network_policy?: ContainerNetworkPolicyDisabled | ContainerNetworkPolicyAllowlist
}

/** Memory of a container. */
export type ContainerMemoryLimit = '1g' | '4g' | '16g' | '64g'

/** The container has no network. */
export interface ContainerNetworkPolicyDisabled {
  type: 'disabled'
}

/** The container may reach these domains only. */
export interface ContainerNetworkPolicyAllowlist {
  type: 'allowlist'
  allowed_domains: string[]
  domain_secrets?: ContainerNetworkPolicyDomainSecret[]
}

/** A secret that is put into requests to one domain, unseen by the model. */
export interface ContainerNetworkPolicyDomainSecret {
  domain: string
  name: string
  value: string
}

/** A container that exists. */
export interface ContainerReference {
  type: 'container_reference'
  container_id: string
}

/** Your own machine. */
export interface LocalEnvironment {
  type: 'local'
  skills?: LocalSkill[]
}

/** A skill on your machine. */
export interface LocalSkill {
  name: string
  description: string
  path: string
}

/** A skill that the server has stored. */
export interface SkillReference {
  type: 'skill_reference'
  skill_id: string
  version?: string
}

/** A skill that the request carries. */
export interface InlineSkill {
  type: 'inline'
  name: string
  description: string
  source: InlineSkillSource
}

/** A zip archive in base64. */
export interface InlineSkillSource {
  type: 'base64'
  media_type: 'application/zip'
  data: string
}
