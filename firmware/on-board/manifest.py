"""What is frozen into a firmware image: ``make -C ports/rp2 FROZEN_MANIFEST=.../manifest.py``."""

include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821
package("turmwart_wire", base_path="..")  # noqa: F821
package("turmwart_fw", base_path="..")  # noqa: F821
module("pins_pico.py")  # noqa: F821
module("pins_pico_w.py")  # noqa: F821
module("pins_pico2.py")  # noqa: F821
module("wlan.py")  # noqa: F821
module("boot.py")  # noqa: F821
module("main.py")  # noqa: F821
