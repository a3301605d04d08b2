{{- define "shop.full" -}}
{{ printf "%s-%s" (lower "Shop") .Values.level }}
{{- end -}}
