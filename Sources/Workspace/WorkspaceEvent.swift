package import Kernel
