# Renders all environments when something has changed that they depend on: ytt writes the rule with all files and directories.
#
#     make -f fleet.mk OUT=out
OUT ?= out

$(OUT)/manifest.json:
	ytt fleet render --output-files $(OUT) --depfile $(OUT).d
	@touch $@

-include $(OUT).d

# Files that are gone are no mistake; their directory has changed.
$(shell sed -n 's/^  \(.*[^\\ ]\)[\\ ]*$$/\1/p' $(OUT).d 2>/dev/null):
