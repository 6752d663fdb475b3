//! Forcing a kernel concerns the whole process, so it has one of its own.

use inetsum::Kernel;

#[test]
fn a_forced_kernel_is_used_until_another_is_forced() {
    let detected = Kernel::detected();
    let data = [0xa5; 1500];
    let expected = inetsum::const_sum(&data);
    let mut fixed = 0;
    for kernel in Kernel::available() {
        if kernel.force() {
            assert_eq!(Kernel::detected(), kernel);
        } else {
            fixed += 1;
            assert_eq!(Kernel::detected(), detected, "fixed when the program was built");
        }
        assert_eq!(inetsum::sum(&data), expected, "{}", kernel.name());
    }
    // Either every kernel can be forced, or the program was built for one of them.
    assert!(fixed == 0 || fixed == Kernel::available().count() - 1);
}
