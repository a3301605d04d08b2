# Configurations without mistakes, by name, for mistakes.py.
BASES = {}
SCHEMA = '''#@data/values-schema
---
#@schema/desc "Name of the application"
#@schema/validation min_len=1
app: shop
image:
  repository: ghcr.io/acme/shop
  tag: "1.4.2"
  #@schema/validation one_of=["Always", "IfNotPresent", "Never"]
  pullPolicy: IfNotPresent
#@schema/validation min=1, max=10
replicas: 2
resources:
  limits:
    cpu: 500m
    memory: 256Mi
env:
- name: LOG_LEVEL
  value: info
#@schema/nullable
proxy:
  host: ""
  port: 3128
ingress:
  enabled: false
  hosts:
  - ""
ratio: 0.5
#@schema/sensitive
password: changeme
#@schema/type any=True
extra: {}
'''
VALUES = '''#@data/values
---
app: shop
image:
  tag: "1.5.0"
replicas: 3
env:
- name: LOG_LEVEL
  value: debug
ingress:
  enabled: true
  hosts:
  - shop.example.com
'''
CONFIG = '''#@ load("@ytt:data", "data")
#@ load("helpers.lib.yml", "labels", "image")

#@ def ports():
- name: http
  containerPort: 8080
#@ end

---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: #@ data.values.app
  labels: #@ labels()
spec:
  replicas: #@ data.values.replicas
  template:
    spec:
      containers:
      - name: #@ data.values.app
        image: #@ image(data.values.image)
        ports: #@ ports()
        env:
        #@ for e in data.values.env:
        - name: #@ e.name
          value: #@ e.value
        #@ end
        #@ if data.values.proxy:
        - name: HTTP_PROXY
          value: #@ "http://{}:{}".format(data.values.proxy.host, data.values.proxy.port)
        #@ end
---
apiVersion: v1
kind: Service
metadata:
  name: #@ data.values.app
spec:
  ports:
  - port: 80
    targetPort: 8080
'''
HELPERS = '''#@ load("@ytt:data", "data")

#@ def labels():
app: #@ data.values.app
managed-by: ytt
#@ end

#@ def image(i):
#@   return i.repository + ":" + i.tag
#@ end
'''
OVERLAY = '''#@ load("@ytt:overlay", "overlay")

#@overlay/match by=overlay.subset({"kind": "Deployment"})
---
metadata:
  #@overlay/match missing_ok=True
  annotations:
    owner: team-a
spec:
  template:
    spec:
      containers:
      #@overlay/match by="name"
      - name: shop
        #@overlay/match missing_ok=True
        resources:
          limits:
            cpu: 500m
'''
BASES["app"] = {"config/schema.yml": SCHEMA, "config/values.yml": VALUES, "config/config.yml": CONFIG,
  "config/helpers.lib.yml": HELPERS, "config/overlay.yml": OVERLAY}
MAIN = '''#@ load("@ytt:data", "data")
#@ load("@ytt:library", "library")
#@ load("@ytt:template", "template")

#@ def db_values():
name: orders
storage:
  size: 10Gi
#@ end

#@ db = library.get("db").with_data_values(db_values())
--- #@ template.replace(db.eval())
---
kind: ConfigMap
metadata:
  name: db-url
data:
  url: #@ db.export("url")
'''
LSCHEMA = '''#@data/values-schema
---
name: ""
#@schema/validation min=1, max=5
replicas: 1
storage:
  size: 1Gi
  class: standard
#@schema/sensitive
token: none
'''
LDB = '''#@ load("@ytt:data", "data")
---
kind: StatefulSet
metadata:
  name: #@ data.values.name
spec:
  replicas: #@ data.values.replicas
  storage: #@ data.values.storage.size
'''
LEXP = '''#@ load("@ytt:data", "data")
#@ def url():
#@   return "postgres://" + data.values.name + ":5432"
#@ end
'''
BASES["lib"] = {"config/main.yml": MAIN, "config/_ytt_lib/db/schema.yml": LSCHEMA,
  "config/_ytt_lib/db/db.yml": LDB, "config/_ytt_lib/db/exports.lib.yml": LEXP}
