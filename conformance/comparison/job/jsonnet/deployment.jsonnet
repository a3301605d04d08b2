function(name='shop', replicas=1)
  assert replicas >= 1 && replicas <= 10 : 'replicas must be between 1 and 10';
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: name },
    spec: { replicas: replicas },
  }
